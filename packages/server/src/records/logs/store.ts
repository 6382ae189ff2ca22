import { type CheckedInputOf, type calls, LOG_TYPE, searchedColumns } from '@tollgate/contract'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import { matchesPattern } from '../../platform/storage/like.ts'
import type { NewLogRow, Tables } from '../../platform/storage/schema.ts'
import { storableJson } from '../../platform/storage/storable.ts'
import { codesOf } from './acts/kinds.ts'
import { LONGEST_CAUSE, NO_CAUSE } from './causes.ts'
import { readConversationName } from './conversation-name.ts'
import { type Scope, tokensIn } from './scope.ts'
import { noteGone } from './sums/store.ts'

type Query = CheckedInputOf<typeof calls.logs.stat>['query']

/** A list lets rows with any of its values pass; 0, an empty text and an empty list let every row pass. */
export type LogFilters = { [Name in keyof Query]?: OneOrSeveral<Query[Name]> } & Partial<Scope>
type OneOrSeveral<Asked> = Asked extends readonly (infer One)[] ? Asked | One : Asked

/** The values of a filter; none: every row passes. */
export const valuesOf = <Value extends string | number>(given: Value | readonly Value[] | undefined): Value[] =>
  [given ?? []].flat().filter(value => value !== '' && value !== 0) as Value[]

/** One value is compared with `=`, which databases plan better. */
export const isAnyOf = (column: RawBuilder<unknown>, values: readonly (string | number)[]): RawBuilder<boolean> =>
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} in (${sql.join(values)})`

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

type Logs = SelectQueryBuilder<Tables, 'logs', object>

function passing(logs: Logs, filters: LogFilters) {
  const { userId, start_timestamp = 0, end_timestamp } = filters
  // Always present, so that SQLite uses the index with the rows in order.
  let query = logs.where('logs.created_at', '>=', start_timestamp)
  // Acts are found by their code: the plus keeps databases from reading all rows of a user instead.
  const user = filters.act ? sql<number>`+logs.user_id` : sql.ref<number>('logs.user_id')
  if (userId !== undefined) query = query.where(user, '=', userId)
  const tokens = tokensIn(filters)
  if (tokens) query = query.where('logs.token_id', 'in', tokens)
  const types = valuesOf(filters.type)
  if (types.length > 0) query = query.where(isAnyOf(sql.ref('logs.type'), types))
  const causes = valuesOf(filters.error_code)
  if (causes.length > 0) query = query.where(failedWith(causes))
  // The index of codes omits empty ones, and SQLite needs to be told so.
  if (filters.act) query = query.where('logs.code', '!=', '').where('logs.code', 'in', codesOf(filters.act))
  if (filters.conversation) query = query.where(ofConversation(filters.conversation, user))
  const channels = valuesOf(filters.channel)
  if (channels.length > 0) query = query.where(isAnyOf(sql.ref('logs.channel_id'), channels))
  // By id, which is indexed, so that all rows of a renamed user are found under the new name. SQLite reads the rows of
  // one id in order.
  const users = valuesOf(filters.username)
  if (users.length > 0)
    query = query.where(user, users.length === 1 ? '=' : 'in', ({ selectFrom }) =>
      selectFrom('users').select('id').where('username', 'in', users),
    )
  for (const column of searchedColumns) {
    const wanted = valuesOf<string | number>(filters[column])
    if (wanted.length > 0) query = query.where(isAnyOf(sql.ref(`logs.${column}`), wanted))
  }
  const models = valuesOf(filters.model_name)
  if (models.length > 0) query = query.where(isModelLike(sql.ref('logs.model_name'), models))
  if (end_timestamp) query = query.where('logs.created_at', '<=', end_timestamp)
  return query
}

/** `%` in a name stands for any text. */
export function isModelLike(column: RawBuilder<string>, names: readonly string[]): RawBuilder<boolean> {
  const exact = names.filter(name => !name.includes('%'))
  const patterns = names.filter(name => name.includes('%')).map(name => sql`${matchesPattern(column, name)}`)
  const conditions = [...(exact.length > 0 ? [isAnyOf(column, exact)] : []), ...patterns]
  return sql`(${sql.join(conditions, sql` or `)})`
}

/** Stands for every cause. */
export const ANY_CAUSE = '%'

/**
 * Matches rows by cause as in the figures: shortened, and present for every failed call. PostgreSQL has an index of
 * rows with a cause.
 */
function failedWith(causes: readonly string[]): RawBuilder<boolean> {
  if (causes.includes(ANY_CAUSE))
    return sql`(logs.type = ${LOG_TYPE.error} or (logs.type = ${LOG_TYPE.consume} and logs.error_code <> ''))`
  return sql`(logs.type in (${LOG_TYPE.error}, ${LOG_TYPE.consume})
    and (logs.type = ${sql.lit(LOG_TYPE.error)} or logs.error_code <> '') and (${isAnyOf(sql`substr(logs.error_code, 1, ${LONGEST_CAUSE})`, causes)}
    or (${causes.includes(NO_CAUSE) ? sql`true` : sql`false`} and logs.type = ${LOG_TYPE.error} and logs.error_code = '')))`
}

/** An unknown name matches no rows. */
function ofConversation(name: string, user: RawBuilder<number>): RawBuilder<boolean> {
  const { userId, mark } = readConversationName(name) ?? { userId: 0, mark: -1 }
  return sql`(${user} = ${userId} and logs.conversation = ${mark})`
}

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
