import type { Latency, Percentiles } from '@tollgate/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import { valuesOf } from '../logs/filters.ts'
import { refuseLongLogRead } from '../logs/refuse-long-read.ts'
import { chargedTotals } from '../logs/sums/sums-of-log.ts'
import { fromCalls, sampleCalls, timeAndUserOf } from './sample-calls.ts'
import { namesOfChannels, rangeOf, type UsageFilters } from './store.ts'

const MOST_MODELS = 20
const MOST_CHANNELS = 20
/** A channel with fewer calls is not called slow. */
const LEAST_CALLS = 5
/** The columns that the index of the log by time has. */
const TIMED = ['model_name', 'channel_id', 'duration_ms', 'first_token_ms'] as const
type Timed = Awaited<ReturnType<typeof sampleCalls<(typeof TIMED)[number]>>>[number]
/** The z-score of a 95 % interval of the normal distribution. */
const DEVIATIONS = 1.96

/** Percentiles of charged calls: exact up to 5,000 calls, from an even sample above. */
export async function readLatency(
  db: Db,
  wanted: UsageFilters,
  { byChannel = false }: { byChannel?: boolean } = {},
): Promise<Latency> {
  const filters = await withOwner(db, wanted)
  const calls = await countCalls(db, filters)
  const rows = await sampleCalls(db, filters, calls, TIMED)
  const models = Object.entries(Object.groupBy(rows, ({ model_name }) => model_name))
    .map(([model, rows = []]) => ({ model, ...timingOf(rows) }))
    .sort((one, other) => other.calls - one.calls)
    .slice(0, MOST_MODELS)
  return {
    ...rangeOf(filters),
    calls,
    sampled: rows.length,
    // At the median, where the interval is widest.
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

/** A token's calls belong to its owner, for whom there is an index. */
async function withOwner(db: Db, { userId, ...filters }: UsageFilters): Promise<UsageFilters> {
  const { token_id } = filters
  if (userId !== undefined || token_id === 0) return { ...filters, ...(userId !== undefined && { userId }) }
  const token = await db.selectFrom('tokens').select('user_id').where('id', '=', token_id).executeTakeFirst()
  return { ...filters, ...(token && { userId: token.user_id }) }
}

/** Counts by the log's sums. Takes the name literally, although the log would treat it as a pattern. */
async function countCalls(db: Db, filters: UsageFilters): Promise<number> {
  const { from, to } = rangeOf(filters)
  const { userId, username = [], model_name, token_id, channel = [], group = [] } = filters
  if (!valuesOf(model_name).some(name => name.includes('%'))) {
    const of = { ...(userId !== undefined && { userId }), username, model_name, token_id, channel, group }
    return (await chargedTotals(db, { ...of, start_timestamp: from, end_timestamp: to - 1 })).calls
  }
  await refuseLongLogRead(db, timeAndUserOf(filters))
  const { rows } = await sql<{
    calls: number
  }>`select count(*) as calls ${fromCalls(db, filters, [{ from, to }])}`.execute(db)
  return Number(rows[0]?.calls)
}

function timingOf(rows: readonly Timed[]) {
  return {
    calls: rows.length,
    duration: percentilesOf(rows.map(({ duration_ms }) => duration_ms).filter(ms => ms > 0)),
    first_token: percentilesOf(rows.map(({ first_token_ms }) => first_token_ms).filter(ms => ms >= 0)),
  }
}

/** For each percentage, the smallest value that this share does not exceed; null: there are no values. */
export function percentilesOf(values: readonly number[]): Percentiles | null {
  if (values.length === 0) return null
  const sorted = Float64Array.from(values).sort()
  const at = (percent: number) => sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0
  return { p50: at(50), p90: at(90), p95: at(95), p99: at(99) }
}
