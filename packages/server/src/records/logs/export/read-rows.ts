import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/storage/schema.ts'
import { atOneMoment } from '../../../platform/storage/snapshot.ts'
import { type LogFilters, valuesOf } from '../filters.ts'
import { newestIds } from '../read-page.ts'
import { type FoundLog, logsAfter, logsByIds } from '../store.ts'

/** Rows in memory at a time. */
const ROWS_AT_ONCE = 1_000
/** If rows are far apart, at most this many hours are searched per call. */
const APART_AT_ONCE = 100
/**
 * If a thousand rows lie within this time, they are dense: the next ones are read without looking up where they are.
 */
const CLOSE_SECONDS = 86_400
/** Filters whose index has the rows of one value in order; the others are ignored here. */
const IN_ORDER = new Set([
  'userId',
  'username',
  'start_timestamp',
  'end_timestamp',
  'request_id',
  'act',
  'conversation',
])

interface Piece {
  rows: FoundLog[]
  isLast: boolean
}

/**
 * Reads the rows that pass the filters, newest first, some per call. Each call does bounded work, however few rows of a
 * long log pass: the log's sums say where the next ones are.
 */
export function rowsInPieces(reports: Kysely<Tables>, filters: LogFilters): () => Promise<Piece> {
  const isInOrder = Object.entries(filters).every(([name, value]) => {
    const values = valuesOf(value)
    return values.length === 0 || (values.length === 1 && IN_ORDER.has(name))
  })
  let last: FoundLog | undefined
  /** Ids of the rows of the last second. */
  let sent = new Set<number>()
  let areClose = false

  async function following(start_timestamp = 0): Promise<Piece> {
    const rows = await logsAfter(reports, { ...filters, start_timestamp }, last)
      .limit(ROWS_AT_ONCE)
      .execute()
    return { rows, isLast: rows.length < ROWS_AT_ONCE }
  }

  async function bySums(): Promise<Piece> {
    const end_timestamp = last ? Math.max(1, last.created_at) : (filters.end_timestamp ?? 0)
    const window = { skipped: 0, count: APART_AT_ONCE + sent.size }
    const found = await atOneMoment(reports, async db => {
      const ids = await newestIds(db, { ...filters, end_timestamp }, window)
      return ids && logsByIds(db, ids)
    })
    if (!found) return following(filters.start_timestamp)
    return { rows: found.filter(({ id }) => !sent.has(id)), isLast: found.length < window.count }
  }

  async function next(): Promise<Piece> {
    if (isInOrder) return following(filters.start_timestamp)
    if (areClose && last) {
      const piece = await following(Math.max(filters.start_timestamp ?? 0, last.created_at - CLOSE_SECONDS))
      if (!piece.isLast) return piece
    }
    return bySums()
  }

  return async () => {
    const piece = await next()
    const [first, end] = [piece.rows[0], piece.rows.at(-1)]
    if (!first || !end) return piece
    areClose = (first.created_at - end.created_at) * (ROWS_AT_ONCE / piece.rows.length) < CLOSE_SECONDS
    const ids = piece.rows.filter(({ created_at }) => created_at === end.created_at).map(({ id }) => id)
    sent = new Set(end.created_at === last?.created_at ? [...sent, ...ids] : ids)
    last = end
    return piece
  }
}
