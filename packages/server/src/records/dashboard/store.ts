import type { TimeUnit, UsageSubject, UsageSums } from '@tollgate/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import type { Tables } from '../../platform/storage/schema.ts'
import { isAnyOf, type OneOrSeveral, valuesOf } from '../logs/filters.ts'
import { type Scope, tokensIn } from '../logs/scope.ts'
import type { FigureSum } from './sums/answers.ts'
import { SUMS } from './sums/columns.ts'
import { readFigures } from './sums/read-figures.ts'
import type { Part } from './sums/units.ts'
import type { TimeUnits } from './time-units.ts'
import { SLOT_SECONDS } from './usage-figures.ts'

/** Which figures to sum up. Each list lets any of its values pass; 0 and empty: all. */
export interface UsageFilters extends Partial<Scope> {
  start_timestamp: number
  end_timestamp: number
  unit: TimeUnit
  time_zone: string
  model_name: OneOrSeveral<string>
  token_id: number
  username?: OneOrSeveral<string>
  channel?: OneOrSeveral<number>
  group?: OneOrSeveral<string>
}

/** The filters of figures, independent of the displayed time zone. */
export type FigureFilters = Omit<UsageFilters, 'unit' | 'time_zone'>

/** The whole quarters of an hour that a range touches; the end is exclusive. */
export const rangeOf = ({
  start_timestamp,
  end_timestamp,
}: Pick<UsageFilters, 'start_timestamp' | 'end_timestamp'>) => ({
  from: start_timestamp - (start_timestamp % SLOT_SECONDS),
  to: end_timestamp - (end_timestamp % SLOT_SECONDS) + SLOT_SECONDS,
})

/** Sums of charged calls only. */
export const CHARGED = ['count', 'quota', 'token_used'] as const

const whole = (filters: FigureFilters): Part[] => [{ place: 0, ...rangeOf(filters) }]

/** Sums of charged calls by unit of time and model. */
export async function sumsByTime(db: Db, filters: UsageFilters, { parts }: Pick<TimeUnits, 'parts'>) {
  const sums = await readFigures(db, { which: filters, parts, by: ['model'], sums: CHARGED })
  return sums.filter(({ count }) => count > 0)
}

/** How many calls failed, by cause. */
export async function failuresByCause(db: Db, filters: UsageFilters): Promise<{ cause: string; count: number }[]> {
  const sums = await readFigures(db, {
    which: filters,
    parts: whole(filters),
    by: ['cause'],
    sums: ['failed'],
    ofFailed: true,
  })
  return sums.map(({ cause, failed }) => ({ cause, count: failed }))
}

/** Sums of all calls of the range. */
export async function sumsOfRange(db: Db, filters: FigureFilters): Promise<UsageSums> {
  const [sums] = await readFigures(db, { which: filters, parts: whole(filters), by: [], sums: SUMS })
  return sums ? usageOf(sums) : NO_SUMS
}

/** Sums by unit of time, over all models. */
export async function sumsByTimeAlone(db: Db, filters: FigureFilters, { parts }: Pick<TimeUnits, 'parts'>) {
  const sums = await readFigures(db, { which: filters, parts, by: [], sums: [...CHARGED, 'failed'] })
  return sums.map(({ place, count, failed, quota, token_used: tokens }) => ({
    place,
    requests: count,
    failed,
    quota,
    tokens,
  }))
}

/** The time of the range's first call; null: there is none. */
export async function firstFigure(db: Db, filters: FigureFilters): Promise<number | null> {
  const first = await figuresPassing(db, filters).select('created_at').orderBy('created_at').limit(1).executeTakeFirst()
  return first?.created_at ?? null
}

/** What the charged calls of each channel add up to. */
export async function quotaByChannel(db: Db, filters: FigureFilters): Promise<Map<number, number>> {
  const sums = await readFigures(db, { which: filters, parts: whole(filters), by: ['channel'], sums: ['quota'] })
  return new Map(sums.map(({ channel, quota }) => [channel, quota]))
}

/** The balance of users together, or of all. */
export async function balanceOf(db: Db, { userId, username }: Pick<UsageFilters, 'userId' | 'username'>) {
  let query = db.selectFrom('users').where('deleted_at', 'is', null)
  if (userId !== undefined) query = query.where('id', '=', userId)
  const names = valuesOf(username)
  if (names.length > 0) query = query.where('username', 'in', names)
  const { balance, accounts } = await query
    .select(({ fn }) => [sql<number>`coalesce(sum(quota), 0)`.as('balance'), fn.countAll<number>().as('accounts')])
    .executeTakeFirstOrThrow()
  return { balance: Number(balance), accounts: Number(accounts) }
}

/** Channels whose provider reports its balance. */
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

/** Sums by one subject, sorted by quota; everything after the first hundred is one row. */
export async function sumsBy(db: Db, filters: UsageFilters, by: UsageSubject) {
  const shares = (await sharesBy(db, filters, by)).sort(
    (one, other) => other.quota - one.quota || other.requests - one.requests || one.id - other.id,
  )
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

type Share = UsageSums & { id: number }

async function sharesBy(db: Db, filters: UsageFilters, by: UsageSubject): Promise<Share[]> {
  const of = by === 'member' || by === 'project' ? 'token' : by
  const sums = await readFigures(db, { which: filters, parts: whole(filters), by: [of], sums: SUMS })
  const shares = sums.map(sum => ({ ...usageOf(sum), id: sum[of] }))
  if (by !== 'member' && by !== 'project') return shares
  const owners = await db
    .selectFrom('tokens')
    .select(['id', `${by}_id as owner`])
    .where('user_id', '=', filters.userId ?? 0)
    .where(`${by}_id`, '>', 0)
    .execute()
  const ownerOf = new Map(owners.map(({ id, owner }) => [id, owner]))
  const all = new Map<number, Share>()
  for (const { id: token, ...sums } of shares) {
    const id = ownerOf.get(token) ?? 0
    all.set(id, { ...addUp(all.get(id) ?? NO_SUMS, sums), id })
  }
  return [...all.values()]
}

/** The tables with the names of subjects. */
const NAMED = {
  user: ['users', 'username'],
  member: ['users', 'username'],
  token: ['tokens', 'name'],
  channel: ['channels', 'name'],
  project: ['team_projects', 'name'],
} as const satisfies Record<UsageSubject, readonly [keyof Tables, string]>

/** The names by id; deleted ones have none. */
export async function namesOf(db: Db, by: UsageSubject, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const [table, name] = NAMED[by]
  const { rows } = await sql<{ id: number; name: string }>`
    select id, ${sql.ref(name)} as name from ${sql.table(table)} where id in (${sql.join(ids)})`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const FILTERED = [
  ['model_name', 'model_name'],
  ['channel', 'channel_id'],
  ['group', 'group'],
] as const

/** Query for the figures that pass the filters. */
export function figuresPassing(db: Db, filters: FigureFilters) {
  const { from, to } = rangeOf(filters)
  const { userId, token_id } = filters
  let query = db.selectFrom('quota_data').where('created_at', '>=', from).where('created_at', '<', to)
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  // By id, so that all figures of a renamed user are found, under the new name.
  const users = valuesOf(filters.username)
  if (users.length > 0)
    query = query.where('user_id', 'in', ({ selectFrom }) =>
      selectFrom('users').select('id').where('username', 'in', users),
    )
  if (token_id) query = query.where('token_id', '=', token_id)
  for (const [name, column] of FILTERED) {
    const values = valuesOf<string | number>(filters[name])
    if (values.length > 0) query = query.where(isAnyOf(sql.ref(column), values))
  }
  const tokens = tokensIn(filters)
  if (tokens) query = query.where('token_id', 'in', tokens)
  return query
}

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

const usageOf = (sum: FigureSum<never>): UsageSums => ({
  requests: sum.count,
  failed: sum.failed,
  quota: sum.quota,
  tokens: sum.token_used,
  prompt_tokens: sum.prompt_tokens,
  cache_tokens: sum.cache_tokens,
  cache_saved: sum.cache_saved,
  cache_uncounted: sum.cache_uncounted,
})

const addUp = (one: UsageSums, other: UsageSums): UsageSums => ({
  requests: one.requests + other.requests,
  failed: one.failed + other.failed,
  quota: one.quota + other.quota,
  tokens: one.tokens + other.tokens,
  prompt_tokens: one.prompt_tokens + other.prompt_tokens,
  cache_tokens: one.cache_tokens + other.cache_tokens,
  cache_saved: one.cache_saved + other.cache_saved,
  cache_uncounted: one.cache_uncounted + other.cache_uncounted,
})
