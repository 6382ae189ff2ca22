import type { ChannelBreaker, ChannelHealth, ModelHour } from '@tollgate/contract'
import { columnOf } from '../../../components/data-table/sorts.ts'

/** A channel's hour with one of its models, or with all where no call names one. */
export interface HourRow extends Omit<ModelHour, 'model'> {
  id: string
  channel: ChannelHealth
  model: string | null
  /** Of the model; of the channel if the row is of all models. */
  breaker: ChannelBreaker | undefined
}

/** A row for each model that was called or rests; a channel without such models has one row. */
export function hourRows(channels: readonly ChannelHealth[]): HourRow[] {
  return channels.flatMap(channel => {
    const breakerOf = (model: string | null) => channel.breakers.find(one => one.model === model)
    const called = new Set(channel.models.map(({ model }) => model))
    const quiet = channel.breakers.flatMap(({ model }) => (model === null || called.has(model) ? [] : [model]))
    const rows: Omit<HourRow, 'id' | 'channel' | 'breaker'>[] = [
      ...channel.models,
      ...quiet.map(model => ({ ...NO_CALLS, model })),
    ]
    const told = rows.length > 0 ? rows : [{ ...channel, model: null, failure: null }]
    return told.map(row => ({
      ...row,
      id: `${channel.id} ${row.model ?? ''}`,
      channel,
      breaker: breakerOf(row.model),
    }))
  })
}

const NO_CALLS = {
  calls: 0,
  failures: 0,
  success: null,
  latency_ms: null,
  first_token_ms: null,
  tokens_per_second: null,
  cache_share: null,
  follow_ups: 0,
  affinity_share: null,
  failure: null,
}

const VALUES = {
  channel: ({ channel }: HourRow) => channel.name.toLowerCase(),
  model: ({ model }: HourRow) => model?.toLowerCase() ?? null,
  calls: ({ calls }: HourRow) => calls,
  success: ({ success }: HourRow) => success,
  first_token_ms: ({ first_token_ms }: HourRow) => first_token_ms,
  latency_ms: ({ latency_ms }: HourRow) => latency_ms,
  tokens_per_second: ({ tokens_per_second }: HourRow) => tokens_per_second,
  cache_share: ({ cache_share }: HourRow) => cache_share,
  error: ({ failure }: HourRow) => failure?.at ?? null,
} as const
export type HourSort = keyof typeof VALUES

/** Rows without the value come last in either direction; an unknown sort leaves the order. */
export function sortHours(rows: readonly HourRow[], sort: string): readonly HourRow[] {
  const column = columnOf(sort)
  if (!Object.hasOwn(VALUES, column)) return rows
  const figureOf = VALUES[column as HourSort]
  const sign = sort.startsWith('-') ? -1 : 1
  return rows.toSorted((one, other) => {
    const [first, second] = [figureOf(one), figureOf(other)]
    if (first === null || second === null) return Number(first === null) - Number(second === null)
    return first === second ? 0 : first < second ? -sign : sign
  })
}
