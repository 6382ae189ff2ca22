import type { Sort } from '@tollgate/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import { byColumns, type SortedBy, sortRows } from '../../platform/storage/sort-rows.ts'
import { type LogFilters, valuesOf } from './filters.ts'
import type { Window } from './newest-ids.ts'
import { type FoundLog, logsByIds, logsPassing } from './store.ts'

/** No index has these orders, so a sort reads no more rows than this: the newest of the time, or of its one user. */
const MOST_SORTED = 20_000

const SORTED_BY: SortedBy<'logs'> = {
  ...byColumns(['created_at', 'quota', 'prompt_tokens', 'completion_tokens'], 'logs'),
  tokens: sql`logs.prompt_tokens + logs.completion_tokens`,
  duration: sql`case when logs.duration_ms > 0 then logs.duration_ms else logs.use_time * 1000 end`,
  first_token_ms: sql`nullif(logs.first_token_ms, -1)`,
}

interface SortedRows {
  rows: FoundLog[]
  total: number
  /** In unix seconds: only rows since then were sorted. Absent: all that pass the filters. */
  sorted_since?: number
}

/** Reads a window of the matching rows in an order other than time. */
export async function sortedLogs(
  db: Db,
  filters: LogFilters,
  sort: Exclude<Sort<'logs'>, ''>,
  { skipped, count, mostSorted = MOST_SORTED }: Window & { mostSorted?: number },
): Promise<SortedRows> {
  const since = await startOfNewest(db, filters, mostSorted)
  const passing = logsPassing(db, { ...filters, ...(since !== undefined && { start_timestamp: since }) })
  const { total } = await passing.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const inOrder = sortRows(passing.select('logs.id'), sort, SORTED_BY, rows => rows.orderBy('logs.id', 'desc'))
  const ids = (await inOrder.limit(count).offset(skipped).execute()).map(({ id }) => id)
  const found = new Map((await logsByIds(db, ids)).map(row => [row.id, row]))
  const rows = ids.flatMap(id => found.get(id) ?? [])
  return { rows, total, ...(since !== undefined && { sorted_since: since }) }
}

/**
 * The time at which the newest `most` rows of a time, or of its one user, begin; undefined: there are no more than `most`.
 * Counts in an index.
 */
async function startOfNewest(db: Db, filters: LogFilters, most: number): Promise<number | undefined> {
  const { userId, start_timestamp, end_timestamp } = filters
  const users = valuesOf(filters.username)
  // The rows of several users are in no order.
  const username = users.length === 1 ? users : undefined
  const span = { userId, username, start_timestamp, end_timestamp }
  const times = logsPassing(db, Object.fromEntries(Object.entries(span).filter(([, value]) => value !== undefined)))
    .select('logs.created_at')
    .orderBy('logs.created_at', 'desc')
    .limit(1)
  const beyond = await times.offset(most).executeTakeFirst()
  const newest = beyond && (await times.executeTakeFirst())
  // In whole seconds, and at least the last one.
  return beyond && newest && Math.min(beyond.created_at + 1, newest.created_at)
}
