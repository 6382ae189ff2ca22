/** Why the channel of a call's last attempt was chosen. */
export const CHOSEN_BY = ['affinity', 'only', 'priority', 'own_format', 'weight', 'last_resort'] as const
export type ChosenBy = (typeof CHOSEN_BY)[number]

/** Why a channel that could serve a call was skipped. */
export const SKIPPED_FOR = ['failed', 'asked_to_wait', 'silent', 'resting', 'probed', 'full'] as const
export type SkippedFor = (typeof SKIPPED_FOR)[number]

/** Why a call went to its channel. */
export interface RoutingNote {
  /** Ids of the channels that could serve it, highest priority first; at most 20. */
  candidates: number[]
  /** How many more there were. */
  more?: number
  /** Skipped channels, the first 20. */
  skipped?: { channel: number; reason: SkippedFor }[]
  /** Absent: no channel was tried. */
  chosen?: ChosenBy
  /** The channel that last answered the conversation. */
  conversation_channel?: number
}
