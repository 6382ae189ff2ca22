import { LOG_TYPE, searchedColumns } from '@tollgate/contract'
import type { RawBuilder } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import type { NewLogRow } from '../../platform/storage/schema.ts'
import { storableJson } from '../../platform/storage/storable.ts'
import { type LogFilters, type Logs, passing, valuesOf } from './filters.ts'
import { noteGone } from './sums/store.ts'

/** A small batch, so that other writers can work in between. */
const DELETED_AT_ONCE = 250

/** Queries for the log rows that pass the filters, newest first, with their channel's name, and for their number. */
export function logsBy(db: Db, filters: LogFilters) {
  const filtered = logsPassing(db, filters)
  return {
    rows: withChannels(filtered),
    count: filtered.select(({ fn }) => fn.countAll<number>().as('total')),
  }
}

const withChannels = (logs: Logs) =>
  logs
    .leftJoin('channels', 'channels.id', 'logs.channel_id')
    .selectAll('logs')
    .select('channels.name as channel_name')
    .orderBy('logs.created_at', 'desc')
    .orderBy('logs.id', 'desc')

/** A position in the log's order. */
export type LogPlace = Pick<FoundLog, 'created_at' | 'id'>

/** Query for the matching rows after a position, newest first. */
export function logsAfter(db: Db, filters: LogFilters, after?: LogPlace) {
  const { rows } = logsBy(db, filters)
  if (!after) return rows
  const { created_at, id } = after
  return rows
    .where('logs.created_at', '<=', created_at)
    .where(log => log.or([log('logs.created_at', '<', created_at), log('logs.id', '<', id)]))
}

export type FoundLog = Awaited<ReturnType<ReturnType<typeof logsBy>['rows']['execute']>>[number]

/** Sums up the charged calls that pass the filters. */
export function sumCharges(db: Db, filters: LogFilters) {
  return logsPassing(db, { ...filters, type: LOG_TYPE.consume })
    .select(({ fn, val }) => [
      fn.coalesce(fn.sum<number>('quota'), val(0)).as('quota'),
      fn.coalesce(fn.sum<number>('prompt_tokens'), val(0)).as('promptTokens'),
      fn.coalesce(fn.sum<number>('completion_tokens'), val(0)).as('completionTokens'),
      fn.countAll<number>().as('calls'),
    ])
    .executeTakeFirstOrThrow()
}

export function logsPassing(db: Db, filters: LogFilters) {
  const requests = valuesOf(filters.request_id)
  if (requests.length === 0) return passing(db.selectFrom('logs'), filters)
  // In a subquery with a limit, because SQLite would otherwise read all rows of a user.
  const found = db.selectFrom(({ selectFrom }) =>
    selectFrom('logs').selectAll().where('request_id', 'in', requests).limit(MOST_OF_REQUEST).as('logs'),
  )
  return passing(found as unknown as Logs, filters)
}

/** A call has one row, but its client may give many calls the same id. */
const MOST_OF_REQUEST = 100_000

/** Rows by id, in the log's order. */
export const logsByIds = (db: Db, ids: readonly number[]): Promise<FoundLog[]> | FoundLog[] =>
  ids.length === 0 ? [] : withChannels(db.selectFrom('logs')).where('logs.id', 'in', ids).execute()

/** One row with its channel's name, if the filters let it through. */
export const logById = (db: Db, id: number, filters: LogFilters = {}) =>
  logsBy(db, filters).rows.where('logs.id', '=', id).executeTakeFirst()

/** 0: there is none. */
export async function newestLogId(db: Db): Promise<number> {
  const newest = await db.selectFrom('logs').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return newest?.id ?? 0
}

/** The time of the log's first or last row; null: there is none. */
export async function timeOfLog(db: Db, which: 'oldest' | 'newest'): Promise<number | null> {
  const order = which === 'oldest' ? 'asc' : 'desc'
  const row = await db.selectFrom('logs').select('created_at').orderBy('created_at', order).limit(1).executeTakeFirst()
  return row?.created_at ?? null
}

/** Bounded, however long ago the reader last looked and however few rows pass. */
const MOST_LOOKED_AT = 5_000

/** The ids, highest first, of up to `most` matching rows above `after`, among the newest rows only. */
export async function recentLogIds(
  db: Db,
  filters: LogFilters,
  { after, most }: { after: number; most: number },
): Promise<number[]> {
  const rows = await passingAfter(db, filters, { after, most: MOST_LOOKED_AT })
    .select('logs.id')
    .orderBy('logs.id', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** Query for the matching rows among up to `most` of the newest above `after`. Reads only these. */
export const passingAfter = (db: Db, filters: LogFilters, { after, most }: { after: number; most: number }) =>
  passingOf(db, columnsOf(db).where('id', '>', after).orderBy('id', 'desc').limit(most), filters)

/** Query for the matching rows up to an id that meet a condition covered by an index by time. Reads only these. */
export const passingOfFew = (
  db: Db,
  filters: LogFilters,
  { condition, upTo }: { condition: RawBuilder<boolean>; upTo: number },
) =>
  passingOf(
    db,
    columnsOf(db)
      .where(condition)
      .where('created_at', '>=', filters.start_timestamp ?? 0)
      .where('id', '<=', upTo)
      .orderBy('created_at')
      .limit(ALL),
    filters,
  )

/** A limit keeps SQLite from using the indexes of the filters. */
const ALL = 1_000_000_000

const columnsOf = (db: Db) => db.selectFrom('logs').select(READ_COLUMNS)
const passingOf = (db: Db, some: ReturnType<typeof columnsOf>, filters: LogFilters) =>
  passing(db.selectFrom(some.as('logs')) as unknown as Logs, filters)

/** The columns of filters and sums; `passingOf` has no others. */
const READ_COLUMNS = [
  'id',
  'created_at',
  'user_id',
  'type',
  'code',
  'error_code',
  'channel_id',
  'model_name',
  ...searchedColumns,
  'conversation',
  'quota',
] as const

export async function insertLog(db: Db, log: NewLogRow): Promise<void> {
  await db
    .insertInto('logs')
    .values({ ...log, ...(log.other && { other: storableJson(log.other) }) })
    .execute()
}

export async function countLogsBefore(db: Db, moment: number): Promise<number> {
  const { count } = await db
    .selectFrom('logs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('created_at', '<', moment)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Deletes some of the rows older than a given time; `isLast`: no more are left. Deletes the oldest first, in whole
 * seconds: wherever it is interrupted, all rows since the oldest remaining one exist, as the audit expects.
 */
export async function deleteOldestLogs(
  db: Db,
  moment: number,
  atOnce = DELETED_AT_ONCE,
): Promise<{ deleted: number; isLast: boolean }> {
  const older = db.selectFrom('logs').select('created_at').where('created_at', '<', moment).limit(1)
  const last = await older
    .orderBy('created_at')
    .offset(atOnce - 1)
    .executeTakeFirst()
  const newest = last ?? (await older.orderBy('created_at', 'desc').executeTakeFirst())
  if (!newest) return { deleted: 0, isLast: true }
  await noteGone(db, newest.created_at + 1)
  const { numDeletedRows } = await db
    .deleteFrom('logs')
    .where('created_at', '<=', newest.created_at)
    .executeTakeFirstOrThrow()
  return { deleted: Number(numDeletedRows), isLast: !last }
}
