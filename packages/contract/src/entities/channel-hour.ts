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
 * or rests; `flagged`: its answers differ from the request; `idle`: it is enabled and was not called.
 */
export const CHANNEL_TROUBLES = ['resting', 'failing', 'slow', 'key_trouble', 'flagged', 'idle'] as const
export type ChannelTrouble = (typeof CHANNEL_TROUBLES)[number]

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
  breakers: z.array(breaker),
  /** Keys that the upstream refused, or that an administrator disabled, and resting keys. */
  bad_keys: z.object({ refused: z.number().int(), resting: z.number().int() }),
})
export type ChannelHour = z.output<typeof channelHour>
