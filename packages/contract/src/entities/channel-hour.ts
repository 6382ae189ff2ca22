import { z } from 'zod'

/** A channel, or one of its models, that has failed and not answered since. */
export const breaker = z.object({
  /** null: the whole channel. */
  model: z.string().nullable(),
  /**
   * `open`: it rests; `half_open`: the next call, or the running one, probes it; `failing`: it failed too rarely to
   * rest.
   */
  state: z.enum(['open', 'half_open', 'failing']),
  failures_in_a_row: z.number().int(),
  /**
   * The failure rate of a minute's calls that made it rest; null: it rests because of consecutive failures, or not at
   * all.
   */
  failure_share: z.number().nullable(),
  /** Seconds; 0: it may be called. */
  rests_for: z.number().int(),
})
export type ChannelBreaker = z.output<typeof breaker>

/** Calls in slots of three minutes, oldest first. */
export const hourSlots = z.array(z.object({ answered: z.number().int(), failed: z.number().int() }))

/**
 * A channel's troubles, worst first. `resting`: it, or one of its models, rests or is probed; `failing`: less than nine
 * of ten calls succeed; `slow`: streams begin after more than five seconds on average; `key_trouble`: a key is refused
 * or rests; `under_cost`: some group pays less for a model than it costs there; `flagged`: its answers differ from the
 * request; `idle`: it is enabled and was not called.
 */
export const CHANNEL_TROUBLES = ['resting', 'failing', 'slow', 'key_trouble', 'under_cost', 'flagged', 'idle'] as const
export type ChannelTrouble = (typeof CHANNEL_TROUBLES)[number]

/**
 * Models of a channel whose price for one of its groups is below the cost: that of the upstream's own price list if
 * there is one, else the maker's price. `share`: 0.2 is a fifth less than it costs.
 */
export const underCost = z.object({
  /** The largest of all. */
  share: z.number(),
  models: z.number().int(),
  /** Those with the largest shares, each with the group that pays least. */
  worst: z.array(z.object({ model: z.string(), group: z.string(), share: z.number() })),
})
export type UnderCost = z.output<typeof underCost>

/** A channel's last hour, as its list shows it. */
export const channelHour = z.object({
  calls: z.number().int(),
  failures: z.number().int(),
  /** 0 to 1; null: no calls. */
  success: z.number().nullable(),
  /** Average time to a stream's first byte, in milliseconds; null: no streams. */
  first_token_ms: z.number().nullable(),
  /** Empty if there were no calls. */
  slots: hourSlots,
  troubles: z.array(z.enum(CHANNEL_TROUBLES)),
  /** null: no price is below its cost. */
  under_cost: underCost.nullable(),
  breakers: z.array(breaker),
  /** Keys that the upstream refused, or that an administrator disabled, and resting keys. */
  bad_keys: z.object({ refused: z.number().int(), resting: z.number().int() }),
})
export type ChannelHour = z.output<typeof channelHour>
