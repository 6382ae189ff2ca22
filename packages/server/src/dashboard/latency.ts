import type { Latency, Percentiles } from '@tollgate/contract'
import { LOG_TYPE } from '@tollgate/contract'
import { sql } from 'kysely'
import { chargedTotals } from '../logs/sums/totals.ts'
import { type Db, databaseKindOf } from '../storage/db.ts'
import { inShare, sampleIds } from './sample-ids.ts'
import { namesOfChannels, rangeOf, type UsageFilters } from './store.ts'

/** Of more calls a part is looked at: 5,000 of them place a percentile's rank within 1.4 points in 19 of 20 cases. */
export const SAMPLE = 5_000
const MOST_MODELS = 20
const MOST_CHANNELS = 20
/** One slow call makes no slow channel. */
const LEAST_CALLS = 5
/** Of so many ids at most rows are looked up: of calls that few others lie between. */
const MOST_IDS = 20_000
/** A smaller sample than this is no help: then all rows are gone through for one. */
const LEAST_SAMPLE = 1_500
/** Calls are written about in the order of their times. */
const IDS_ASTRAY = 10_000
/** Of a normal distribution, what 95 % lie within. */
const DEVIATIONS = 1.96

interface Timed {
  model_name: string
  channel_id: number
  duration_ms: number
  first_token_ms: number
}

/** Percentiles of charged calls: exact up to 5,000 calls, of an even sample beyond. */
export async function readLatency(
  db: Db,
  wanted: UsageFilters,
  { byChannel = false }: { byChannel?: boolean } = {},
): Promise<Latency> {
  const filters = await withOwner(db, wanted)
  const calls = await countCalls(db, filters)
  const rows = await sampled(db, filters, calls)
  const models = Object.entries(Object.groupBy(rows, ({ model_name }) => model_name))
    .map(([model, rows = []]) => ({ model, ...timingOf(rows) }))
    .sort((one, other) => other.calls - one.calls)
    .slice(0, MOST_MODELS)
  return {
    ...rangeOf(filters),
    calls,
    sampled: rows.length,
    // At the median, where it is widest.
    rank_error: rows.length < calls ? Math.round((DEVIATIONS * 50 * 100) / Math.sqrt(rows.length)) / 100 : 0,
    all: timingOf(rows),
    models,
    channels: byChannel ? await slowestChannels(db, rows) : [],
  }
}

async function slowestChannels(db: Db, rows: readonly Timed[]): Promise<Latency['channels']> {
  const timings = Object.entries(Object.groupBy(rows, ({ channel_id }) => channel_id))
    .map(([id, rows = []]) => ({ id: Number(id), ...timingOf(rows) }))
    .filter(({ id, calls }) => id > 0 && calls >= LEAST_CALLS)
    .sort((one, other) => (other.duration?.p95 ?? 0) - (one.duration?.p95 ?? 0))
    .slice(0, MOST_CHANNELS)
  const names = await namesOfChannels(
    db,
    timings.map(({ id }) => id),
  )
  return timings.map(timing => ({ ...timing, name: names.get(timing.id) ?? '' }))
}

/** A token's calls are its owner's, whom an index knows. */
async function withOwner(db: Db, { userId, ...filters }: UsageFilters): Promise<UsageFilters> {
  const { token_id } = filters
  if (userId !== undefined || token_id === 0) return { ...filters, ...(userId !== undefined && { userId }) }
  const token = await db.selectFrom('tokens').select('user_id').where('id', '=', token_id).executeTakeFirst()
  return { ...filters, ...(token && { userId: token.user_id }) }
}

/** By the log's sums; a name is meant as it is here, where the log takes it for a pattern. */
async function countCalls(db: Db, filters: UsageFilters): Promise<number> {
  const { from, to } = rangeOf(filters)
  const { userId, username = '', model_name, token_id, channel = 0 } = filters
  if (!model_name.includes('%')) {
    const of = { ...(userId !== undefined && { userId }), username, model_name, token_id, channel }
    return (await chargedTotals(db, { ...of, start_timestamp: from, end_timestamp: to - 1 })).calls
  }
  const { calls } = await callsPassing(db, filters)
    .select(({ fn }) => fn.countAll<number>().as('calls'))
    .executeTakeFirstOrThrow()
  return calls
}

async function sampled(db: Db, filters: UsageFilters, calls: number): Promise<Timed[]> {
  const query = callsPassing(db, filters).select(['model_name', 'channel_id', 'duration_ms', 'first_token_ms'])
  if (calls <= SAMPLE) return query.execute()
  const ids = await idsBetween(db, filters)
  const share = Math.min(SAMPLE / calls, MOST_IDS / (ids.to - ids.from + 1))
  if (share * calls >= LEAST_SAMPLE) {
    const rows = await query.where(isOneOf(db, sampleIds(ids.from, ids.to, share))).execute()
    // Fewer where ids do not follow times, as in a log that was brought from elsewhere.
    if (rows.length > (share * calls) / 2) return rows
  }
  return query.where(inShare(SAMPLE / calls)).execute()
}

/** The ids that calls of a range have, and some around them. */
async function idsBetween(db: Db, filters: UsageFilters): Promise<{ from: number; to: number }> {
  const { from, to } = rangeOf(filters)
  const calls = db.selectFrom('logs').select('id').where('created_at', '>=', from).where('created_at', '<', to).limit(1)
  const first = await calls.orderBy('created_at').executeTakeFirst()
  const last = await calls.orderBy('created_at', 'desc').executeTakeFirst()
  return { from: Math.max(1, (first?.id ?? 1) - IDS_ASTRAY), to: (last?.id ?? 0) + IDS_ASTRAY }
}

/** As one parameter, however many they are. */
const isOneOf = (db: Db, ids: readonly number[]) =>
  databaseKindOf(db) === 'sqlite'
    ? sql<boolean>`id in (select value from json_each(${JSON.stringify(ids)}))`
    : sql<boolean>`id = any (${`{${ids}}`}::bigint[])`

function callsPassing(db: Db, filters: UsageFilters) {
  const { from, to } = rangeOf(filters)
  const { userId, username, model_name, token_id, channel } = filters
  let query = db
    .selectFrom('logs')
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .where('type', '=', LOG_TYPE.consume)
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  if (username)
    query = query.where('user_id', 'in', ({ selectFrom }) =>
      selectFrom('users').select('id').where('username', '=', username),
    )
  if (model_name) query = query.where('model_name', '=', model_name)
  if (token_id) query = query.where('token_id', '=', token_id)
  if (channel) query = query.where('channel_id', '=', channel)
  return query
}

function timingOf(rows: readonly Timed[]) {
  return {
    calls: rows.length,
    duration: percentilesOf(rows.map(({ duration_ms }) => duration_ms).filter(ms => ms > 0)),
    first_token: percentilesOf(rows.map(({ first_token_ms }) => first_token_ms).filter(ms => ms >= 0)),
  }
}

/** Of each, the least value that so many percent do not exceed; null: there are no values. */
export function percentilesOf(values: readonly number[]): Percentiles | null {
  if (values.length === 0) return null
  const sorted = Float64Array.from(values).sort()
  const at = (percent: number) => sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0
  return { p50: at(50), p90: at(90), p95: at(95), p99: at(99) }
}
