import { StartError } from '../../platform/process/environment.ts'
import type { Db } from '../../platform/storage/db.ts'
import { readRows } from './archive-file.ts'
import type { ArchivePlace } from './archive-place.ts'
import { type Archive, type ArchivedRow, oldestLogs, writtenArchives } from './store.ts'

/** The search filters; omitted ones do not filter. Times are unix seconds; the end is exclusive. */
export interface LogSearch {
  from?: number
  to?: number
  /** A name or an id. */
  user?: string
  /** `%` stands for any characters. */
  model?: string
  request?: string
}

const ROWS_AT_ONCE = 1_000
const ALL_TIME = Number.MAX_SAFE_INTEGER

/** The matching rows, oldest first: from the archives, then from the log. Only one page is in memory at a time. */
export async function* searchLogs(
  db: Db,
  search: LogSearch,
  placeAt: (address: string) => ArchivePlace,
): AsyncGenerator<ArchivedRow> {
  const { to = ALL_TIME } = search
  const byTime: PageReader<ArchivedRow, Place> = {
    first: { created_at: search.from ?? 0, id: 0 },
    async readPage(after) {
      const rows = await oldestLogs(db, to, after, ROWS_AT_ONCE)
      return { rows, next: rows.length < ROWS_AT_ONCE ? null : (rows.at(-1) ?? null) }
    },
    isUpTo: (row, last) =>
      row.created_at < last.created_at || (row.created_at === last.created_at && row.id <= last.id),
  }
  for await (const rows of pagesOfLog(db, search, placeAt, byTime))
    for (const row of rows) if (matches(row, search)) yield row
}

/** Reads the log in an order of its own. A position in it is the end of a page. */
export interface PageReader<Row, Position> {
  first: Position
  /** Returns the rows after a position, and where the next page begins; null: there is none. */
  readPage(after: Position): Promise<{ rows: Row[]; next: Position | null }>
  /** Whether the log has a row before or at a position. */
  isUpTo(row: ArchivedRow, position: Position): boolean
}

/**
 * Reads the rows of a time range in pages: from the archives, then from the log. Each row comes once, even while a
 * clean-up moves rows.
 */
export async function* pagesOfLog<Row extends Place, Position>(
  db: Db,
  { from = 0, to = ALL_TIME }: Pick<LogSearch, 'from' | 'to'>,
  placeAt: (address: string) => ArchivePlace,
  { first, readPage, isUpTo }: PageReader<Row, Position>,
): AsyncGenerator<(Row | ArchivedRow)[]> {
  const seen = new Set<number>()
  /** Rows of archives that may still be in the log. */
  const alsoInLog = new Set<number>()
  let passed: Position | null = null
  let reading = readPage(first)
  for (;;) {
    const { rows: page, next } = await reading
    if (next !== null) {
      // The next page is read while this one is used, which may end early.
      reading = readPage(next)
      reading.catch(() => undefined)
    }
    const inPage = new Set(page.map(({ id }) => id))
    // Read after the page: any row that had left the log by then is in one of these.
    for (const archive of await writtenArchives(db)) {
      if (seen.has(archive.id)) continue
      seen.add(archive.id)
      if (archive.to_time < from || archive.from_time >= to) continue
      let rows: ArchivedRow[] = []
      for await (const row of rowsOf(archive, placeAt)) {
        if (inPage.has(row.id) || archive.state === 'written') alsoInLog.add(row.id)
        if (row.created_at < from || row.created_at >= to || (passed !== null && isUpTo(row, passed))) continue
        rows.push(row)
        if (rows.length < ROWS_AT_ONCE) continue
        yield rows
        rows = []
      }
      yield rows
    }
    yield page.filter(({ id }) => !alsoInLog.has(id))
    if (next === null) return
    passed = next
  }
}

/** A position in the order of the log. */
export type Place = Pick<ArchivedRow, 'created_at' | 'id'>

async function* rowsOf({ place, name }: Archive, placeAt: (address: string) => ArchivePlace) {
  const { path, giveBack } = await placeAt(place)
    .obtain(name)
    .catch(error => {
      throw new StartError(`The archive ${name} cannot be read: ${error.message}.`)
    })
  try {
    yield* readRows(path)
  } finally {
    giveBack()
  }
}

/** `row` is within the searched range. */
function matches(row: ArchivedRow, { user, model, request }: LogSearch): boolean {
  if (user !== undefined && row.username !== user && String(row.user_id) !== user) return false
  if (request !== undefined && row.request_id !== request) return false
  return model === undefined || isLike(row.model_name, model)
}

/**
 * Whether a text matches a pattern in which `%` stands for any characters. Linear: each part is matched once, at its
 * first occurrence.
 */
export function isLike(text: string, pattern: string): boolean {
  const parts = pattern.split('%')
  const [first = '', ...rest] = parts
  const end = rest.pop()
  if (end === undefined) return text === pattern
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return text.length - end.length >= at && text.endsWith(end)
}
