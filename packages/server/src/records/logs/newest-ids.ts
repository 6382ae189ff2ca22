import { sql } from 'kysely'
import { type Db, databaseKindOf } from '../../platform/storage/db.ts'
import { numberRows } from '../../platform/storage/number-rows.ts'
import type { LogFilters } from './filters.ts'
import { logsPassing } from './store.ts'

/** A range of time; `to` is exclusive. */
interface Span {
  from: number
  to: number
}

/** The only users with matching rows in a range. */
export interface KnownUsers extends Span {
  users: readonly number[]
}

/** The ids of some matching log rows within ranges of time, newest first. All skipped rows are in the first range. */
export function newestIdsWithin(db: Db, filters: LogFilters, within: Within, window: Window): Promise<number[]> {
  if (within.spans.length === 0) return Promise.resolve([])
  return databaseKindOf(db) === 'postgres'
    ? idsBySpan(db, filters, within, window)
    : idsOfUnion(db, filters, within, window)
}

interface Within {
  /** Newest first. */
  spans: readonly Span[]
  known: KnownUsers | null
}

/** A part of the log's order, newest first. */
export interface Window {
  /** The number of rows before it. */
  skipped: number
  count: number
}

/**
 * On SQLite the index by time covers all filters. Within a union it accepts an order and a limit only in a subquery.
 */
async function idsOfUnion(db: Db, filters: LogFilters, { spans }: Within, { skipped, count }: Window) {
  const parts = spans.map(({ from, to }, place) => {
    const ids = newestFirst(logsPassing(db, { ...filters, start_timestamp: from, end_timestamp: to - 1 })).limit(count)
    return db.selectFrom((place === 0 ? ids.offset(skipped) : ids).as('span')).selectAll()
  })
  const all = parts.reduce((union, part) => union.unionAll(part))
  const found = await all.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(count).execute()
  return found.map(({ id }) => id)
}

/** PostgreSQL would plan each part of a union separately; it finds a user's rows by an index. */
async function idsBySpan(db: Db, filters: LogFilters, { spans, known }: Within, { skipped, count }: Window) {
  const { start_timestamp, end_timestamp, ...others } = filters
  const passing = newestFirst(logsPassing(db, others))
    .where(sql<boolean>`logs.created_at >= spans.since and logs.created_at < spans.until`)
    .limit(skipped + count)
  const isKnown = ({ from, to }: Span) => known !== null && from >= known.from && to <= known.to
  const parts = [
    { spans: spans.filter(span => !isKnown(span)), ids: passing },
    { spans: spans.filter(isKnown), ids: passing.where('logs.user_id', 'in', known?.users ?? []) },
  ].filter(({ spans }) => spans.length > 0)
  const queries = parts.map(({ spans, ids }) => {
    const times = numberRows(spans.map(({ from, to }) => [from, to]))
    return sql`select found.* from (values ${times}) spans (since, until) cross join lateral ${ids} found`
  })
  const { rows } = await sql<{ id: number }>`${sql.join(queries, sql` union all `)}
    order by created_at desc, id desc limit ${count} offset ${skipped}`.execute(db)
  return rows.map(({ id }) => id)
}

const newestFirst = (logs: ReturnType<typeof logsPassing>) =>
  logs.select(['logs.id', 'logs.created_at']).orderBy('logs.created_at', 'desc').orderBy('logs.id', 'desc')
