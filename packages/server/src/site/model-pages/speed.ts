import type { ModelPage } from '@tollgate/contract'
import { percentilesOf } from '../../records/dashboard/latency.ts'
import { sampleCalls } from '../../records/dashboard/sample-calls.ts'
import { chargedTotals } from '../../records/logs/sums/sums-of-log.ts'
import type { SiteContext } from '../context.ts'

const SPAN_SECONDS = 7 * 86_400
/** Percentiles of fewer would be those of single calls. */
const LEAST_CALLS = 10
/** Shorter answers are too short to measure, as in the log. */
const LEAST_TOKENS = 10
const LEAST_MS = 100

const COLUMNS = ['model_name', 'group', 'duration_ms', 'first_token_ms', 'completion_tokens'] as const
type SampledCall = Awaited<ReturnType<typeof sampleCalls<(typeof COLUMNS)[number]>>>[number]

/** Charged calls of the last seven days by the model's name in the log: all if they are few, else an even sample. */
export type SpeedSample = ReadonlyMap<string, readonly SampledCall[]>

export async function readSpeed({ reports, now }: SiteContext): Promise<SpeedSample> {
  const all = { model_name: '', token_id: 0, username: '', channel: 0 }
  const range = { start_timestamp: now() - SPAN_SECONDS, end_timestamp: now() }
  const { calls } = await chargedTotals(reports, { ...all, ...range })
  const filters = { ...all, ...range, unit: 'day', time_zone: '' } as const
  return Map.groupBy(await sampleCalls(reports, filters, calls, COLUMNS), ({ model_name }) => model_name)
}

/** Returns the speed of a model, under all its names, in some groups. */
export function speedOf(
  sample: SpeedSample,
  names: readonly string[],
  groups: readonly string[],
): NonNullable<ModelPage['speed']> {
  const rows = names.flatMap(name => sample.get(name) ?? [])
  return groups.flatMap(group => {
    const ofGroup = rows.filter(row => row.group === group)
    const first_token = spread(ofGroup.flatMap(({ first_token_ms: ms }) => (ms >= 0 ? [ms] : [])))
    const tokens_per_second = spread(ofGroup.flatMap(tokensPerSecond))?.p50 ?? null
    return first_token || tokens_per_second !== null ? [{ group, first_token, tokens_per_second }] : []
  })
}

function tokensPerSecond({ duration_ms, first_token_ms, completion_tokens }: SampledCall): number[] {
  const ms = duration_ms - Math.max(0, first_token_ms)
  return completion_tokens < LEAST_TOKENS || ms < LEAST_MS ? [] : [(completion_tokens * 1000) / ms]
}

function spread(values: readonly number[]) {
  const found = values.length < LEAST_CALLS ? null : percentilesOf(values)
  return found && { p50: Math.round(found.p50), p95: Math.round(found.p95) }
}
