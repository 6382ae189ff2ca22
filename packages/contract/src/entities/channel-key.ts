import { z } from 'zod'

/** How calls are spread over a channel's keys. */
export const KEY_SPREADS = ['random', 'in_turn'] as const
export const keySpread = z.enum(KEY_SPREADS)
export type KeySpread = z.output<typeof keySpread>

/**
 * `resting` ends by itself at `until`; `refused` was disabled because of the upstream's response, `disabled` by an
 * administrator.
 */
export const KEY_STATES = ['ok', 'resting', 'refused', 'disabled'] as const
export type KeyState = (typeof KEY_STATES)[number]

/** One key of a channel, without the key. */
export const channelKey = z.object({
  /** A keyed hash of the key. */
  id: z.string(),
  /** Counts from 1. */
  position: z.number().int(),
  /** Its last characters, or those of its distinctive part; empty if it is too short to show any. */
  hint: z.string(),
  state: z.enum(KEY_STATES),
  /** Unix seconds; 0: not resting. */
  until: z.number().int(),
  /** The upstream's own words; empty: none. */
  reason: z.string(),
  /** Unix seconds of the last change of its state; 0: none. */
  since: z.number().int(),
})
export type ChannelKey = z.output<typeof channelKey>

export const channelKeys = z.object({ spread: keySpread.or(z.literal('')), keys: z.array(channelKey) })
export type ChannelKeys = z.output<typeof channelKeys>
