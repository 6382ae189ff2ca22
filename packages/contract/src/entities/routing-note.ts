import type { ChargeRule } from './charge-rule.ts'

/** What chose the channel of a call's last attempt. */
export const CHOSEN_BY = ['affinity', 'only', 'priority', 'own_format', 'weight', 'last_resort'] as const
export type ChosenBy = (typeof CHOSEN_BY)[number]

/** Why a channel that could serve a call was passed over. */
export const SKIPPED_FOR = ['failed', 'asked_to_wait', 'silent', 'resting', 'probed', 'full'] as const
export type SkippedFor = (typeof SKIPPED_FOR)[number]

/** Why a call went where it went. */
export interface RoutingNote {
  /** Ids of the channels that could serve it, highest priority first; at most 20. */
  candidates: number[]
  /** How many more there were. */
  more?: number
  /** Passed over, the first 20. */
  skipped?: { channel: number; reason: SkippedFor }[]
  /** Absent: no channel was tried. */
  chosen?: ChosenBy
  /** The conversation was answered before; by which channel. */
  conversation_channel?: number
  /** Attempts that failed before their first byte, whose request had been sent. */
  failed?: FailedAttempt[]
}

/** A failed attempt of a call, and what it cost the user: the cell of the table of charges it falls into, and the quota. */
export interface FailedAttempt {
  channel: number
  code: string
  status: number
  ms: number
  charge_rule: ChargeRule
  quota: number
  /** Where a time limit ended it, its upstream may still bill the operator for the prompt: its tokens by our estimate. */
  prompt_tokens?: number
}
