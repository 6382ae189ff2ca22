import type { TimeUnit, UsageSubject, UsageSums } from '@tollgate/contract'
import { sql } from 'kysely'
import { SLOT_SECONDS } from '../ledger/usage-figures.ts'
import { type Db, databaseKindOf } from '../storage/db.ts'
import type { TimeUnits } from './time-units.ts'

/** Which figures are summed up; 0 and empty: all. */
export interface UsageFilters {
  start_timestamp: number
  end_timestamp: number
  unit: TimeUnit
  time_zone: string
  model_name: string
  token_id: number
  username?: string
  channel?: number
  /** Only this user's. */
  userId?: number
}

/** A time of their own, whatever it is shown in. */
export type FigureFilters = Omit<UsageFilters, 'unit' | 'time_zone'>

/** The whole quarters of an hour that a range touches; the end is not in it. */
export const rangeOf = ({
  start_timestamp,
  end_timestamp,
}: Pick<UsageFilters, 'start_timestamp' | 'end_timestamp'>) => ({
  from: start_timestamp - (start_timestamp % SLOT_SECONDS),
  to: end_timestamp - (end_timestamp % SLOT_SECONDS) + SLOT_SECONDS,
})

/** Sums by unit of time and model; charged calls alone. */
export async function sumsByTime(db: Db, filters: UsageFilters, { key }: TimeUnits) {
  // In the order of the table first: sorting every row by a calculated key would take longer than all else.
  const ordered = figuresPassing(db, filters)
    .where('count', '>', 0)
    .select(['created_at', 'model_name'])
    .select(({ fn }) => [
      fn.sum<number>('count').as('requests'),
      fn.sum<number>('quota').as('quota'),
      fn.sum<number>('token_used').as('tokens'),
    ])
    .groupBy(['created_at', 'model_name'])
  const rows = await db
    .selectFrom(ordered.as('ordered'))
    .select(key.as('key'))
    .select('model_name')
    .select(({ fn }) => [
      fn.sum<number>('requests').as('requests'),
      fn.sum<number>('quota').as('quota'),
      fn.sum<number>('tokens').as('tokens'),
    ])
    .groupBy([sql`1`, 'model_name'])
    .execute()
  return rows.map(({ key, model_name, requests, quota, tokens }) => ({
    key: Number(key),
    model: model_name,
    requests: Number(requests),
    quota: Number(quota),
    tokens: Number(tokens),
  }))
}

/** Sums of all calls, by why they failed; an empty cause: they did not. */
export async function sumsByCause(db: Db, filters: UsageFilters): Promise<(UsageSums & { cause: string })[]> {
  const rows = await figuresPassing(db, filters).select('cause').select(sumsOfAll).groupBy('cause').execute()
  return rows.map(row => ({ ...withNumbers(row), cause: row.cause }))
}

/** Sums of all calls of the range. */
export async function sumsOfRange(db: Db, filters: FigureFilters): Promise<UsageSums> {
  return withNumbers(await figuresPassing(db, filters).select(sumsOfAll).executeTakeFirstOrThrow())
}

/** Sums by unit of time, of all models together. */
export async function sumsByTimeAlone(db: Db, filters: FigureFilters, { key }: Pick<TimeUnits, 'key'>) {
  const ordered = figuresPassing(db, filters).select('created_at').select(sumsOfAll).groupBy('created_at')
  const rows = await db
    .selectFrom(ordered.as('ordered'))
    .select(key.as('key'))
    .select(({ fn }) => (['requests', 'failed', 'quota', 'tokens'] as const).map(name => fn.sum<number>(name).as(name)))
    .groupBy(sql`1`)
    .execute()
  return rows.map(({ key, requests, failed, quota, tokens }) => ({
    key: Number(key),
    requests: Number(requests),
    failed: Number(failed),
    quota: Number(quota),
    tokens: Number(tokens),
  }))
}

/** When the range's first call was; null: there is none. */
export async function firstFigure(db: Db, filters: FigureFilters): Promise<number | null> {
  const first = await figuresPassing(db, filters).select('created_at').orderBy('created_at').limit(1).executeTakeFirst()
  return first?.created_at ?? null
}

/** What the charged calls of each channel come to. */
export async function quotaByChannel(db: Db, filters: FigureFilters): Promise<Map<number, number>> {
  const rows = await figuresPassing(db, filters)
    .select('channel_id')
    .select(({ fn }) => fn.sum<number>('quota').as('quota'))
    .groupBy('channel_id')
    .execute()
  return new Map(rows.map(({ channel_id, quota }) => [channel_id, Number(quota)]))
}

/** The balance of a user, or of all together. */
export async function balanceOf(db: Db, { userId, username }: Pick<UsageFilters, 'userId' | 'username'>) {
  let query = db.selectFrom('users').where('deleted_at', 'is', null)
  if (userId !== undefined) query = query.where('id', '=', userId)
  if (username) query = query.where('username', '=', username)
  const { balance, accounts } = await query
    .select(({ fn }) => [sql<number>`coalesce(sum(quota), 0)`.as('balance'), fn.countAll<number>().as('accounts')])
    .executeTakeFirstOrThrow()
  return { balance: Number(balance), accounts: Number(accounts) }
}

/** Channels whose provider told its balance. */
export const channelsWithBalance = (db: Db) =>
  db
    .selectFrom('channels')
    .select(['id', 'name', 'balance', 'balance_updated_time'])
    .where('balance_updated_time', '>', 0)
    .execute()

export async function namesOfChannels(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  return namesOf(db, 'channel', ids)
}

const MOST_SHARES = 100

/** Sums by user, token or channel, most quota first, and of those beyond the first hundred. */
export async function sumsBy(db: Db, filters: UsageFilters, by: UsageSubject) {
  const column = `${by}_id` as const
  const figures = figuresPassing(db, filters)
  const ordered =
    by === 'user' && isOfAll(filters) && databaseKindOf(db) === 'sqlite' ? inOrderOfUsers(figures) : figures
  const rows = await ordered
    .select([`${column} as id`])
    .select(sumsOfAll)
    .groupBy(column)
    .orderBy('quota', 'desc')
    .orderBy('requests', 'desc')
    .orderBy(column)
    .execute()
  const shares = rows.map(row => ({ ...withNumbers(row), id: Number(row.id) }))
  const items = shares.slice(0, MOST_SHARES)
  const rest = shares.slice(MOST_SHARES)
  const names = await namesOf(
    db,
    by,
    items.map(({ id }) => id),
  )
  return {
    items: items.map(item => ({ ...item, name: names.get(item.id) ?? '' })),
    rest: rest.length === 0 ? null : rest.reduce<UsageSums>((sum, { id, ...sums }) => addUp(sum, sums), NO_SUMS),
  }
}

const isOfAll = ({ userId, username }: UsageFilters) => userId === undefined && !username

/** SQLite groups by sorting, unless rows come in order: they do by the index of users, one user after the other. */
const inOrderOfUsers = (figures: ReturnType<typeof figuresPassing>) =>
  figures.where(
    sql<boolean>`user_id in (
      with recursive users_of(id) as (
        select min(user_id) from quota_data
        union all select (select min(user_id) from quota_data where user_id > users_of.id) from users_of where users_of.id is not null
      ) select id from users_of where id is not null)`,
  )

/** What is gone has no name. */
async function namesOf(db: Db, by: UsageSubject, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows =
    by === 'user'
      ? await db.selectFrom('users').select(['id', 'username as name']).where('id', 'in', ids).execute()
      : await db.selectFrom(`${by}s`).select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const HOUR_SECONDS = 3600

/** Charged calls by model and hour; with a name, by user too. */
export async function hourlySums(
  db: Db,
  filters: { start_timestamp: number; end_timestamp: number; username?: string; userId?: number },
) {
  const isOfUser = filters.userId !== undefined || Boolean(filters.username)
  const hour = sql<number>`created_at - created_at % ${sql.lit(HOUR_SECONDS)}`
  const rows = await figuresPassing(db, { ...filters, model_name: '', token_id: 0 })
    .where('count', '>', 0)
    .select(hour.as('hour'))
    .select(['model_name'])
    .select(({ fn }) => [
      fn.max<number>('user_id').as('user_id'),
      fn.max<string>('username').as('username'),
      fn.sum<number>('count').as('count'),
      fn.sum<number>('quota').as('quota'),
      fn.sum<number>('token_used').as('token_used'),
    ])
    .groupBy([sql`1`, 'model_name'])
    .orderBy(sql`1`)
    .orderBy('model_name')
    .execute()
  return rows.map(({ hour, model_name, user_id, username, count, quota, token_used }, index) => ({
    id: index + 1,
    user_id: isOfUser ? Number(user_id) : 0,
    username: isOfUser ? username : '',
    model_name,
    created_at: Number(hour),
    token_used: Number(token_used),
    count: Number(count),
    quota: Number(quota),
  }))
}

function figuresPassing(db: Db, filters: FigureFilters) {
  const { from, to } = rangeOf(filters)
  const { userId, username, model_name, token_id, channel } = filters
  let query = db.selectFrom('quota_data').where('created_at', '>=', from).where('created_at', '<', to)
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  // By id: all figures of a renamed user are found, under the new name.
  if (username)
    query = query.where('user_id', 'in', ({ selectFrom }) =>
      selectFrom('users').select('id').where('username', '=', username),
    )
  if (model_name) query = query.where('model_name', '=', model_name)
  if (token_id) query = query.where('token_id', '=', token_id)
  if (channel) query = query.where('channel_id', '=', channel)
  return query
}

const sumsOfAll = [
  sql<number>`coalesce(sum(count), 0)`.as('requests'),
  sql<number>`coalesce(sum(failed), 0)`.as('failed'),
  sql<number>`coalesce(sum(quota), 0)`.as('quota'),
  sql<number>`coalesce(sum(token_used), 0)`.as('tokens'),
  sql<number>`coalesce(sum(prompt_tokens), 0)`.as('prompt_tokens'),
  sql<number>`coalesce(sum(cache_tokens), 0)`.as('cache_tokens'),
  sql<number>`coalesce(sum(cache_saved), 0)`.as('cache_saved'),
  sql<number>`coalesce(sum(case when cache_saved is null then cache_tokens else 0 end), 0)`.as('cache_uncounted'),
]

export const NO_SUMS: UsageSums = {
  requests: 0,
  failed: 0,
  quota: 0,
  tokens: 0,
  prompt_tokens: 0,
  cache_tokens: 0,
  cache_saved: 0,
  cache_uncounted: 0,
}

/** PostgreSQL's sums may be texts. */
const withNumbers = (row: UsageSums): UsageSums => addUp(NO_SUMS, row)

export const addUp = (one: UsageSums, other: UsageSums): UsageSums => ({
  requests: one.requests + Number(other.requests),
  failed: one.failed + Number(other.failed),
  quota: one.quota + Number(other.quota),
  tokens: one.tokens + Number(other.tokens),
  prompt_tokens: one.prompt_tokens + Number(other.prompt_tokens),
  cache_tokens: one.cache_tokens + Number(other.cache_tokens),
  cache_saved: one.cache_saved + Number(other.cache_saved),
  cache_uncounted: one.cache_uncounted + Number(other.cache_uncounted),
})
