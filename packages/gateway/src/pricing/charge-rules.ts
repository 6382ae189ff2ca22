import type { Charged, ChargeRule, EndedBy, Known } from '@tollgate/contract'
import { outputTotal } from '../canonical/usage.ts'
import type { Tally } from '../observers/tally.ts'

type Row = Readonly<Record<Known, Charged>>

/** The answer was broken off, by either side: what was delivered is charged. */
const DELIVERED: Row = { final_usage: 'reported', running_usage: 'so_far', visible_text: 'seen', nothing: 'free' }
/** A client that leaves also pays for the prompt. */
const LEFT: Row = { ...DELIVERED, nothing: 'prompt' }
const FREE: Row = { final_usage: 'free', running_usage: 'free', visible_text: 'free', nothing: 'free' }

/** What is charged, by who ended the call and what is known of its consumption. */
export const CHARGES: Readonly<Record<EndedBy, Row>> = {
  complete: DELIVERED,
  client_before: LEFT,
  client_during: LEFT,
  upstream_closed: DELIVERED,
  upstream_error: DELIVERED,
  gateway_stop: DELIVERED,
  time_limit: DELIVERED,
  drain: DELIVERED,
  killed: FREE,
}

/** Applies instead if a client left a model with hidden reasoning and reading on did not yield its usage. */
export const HIDDEN_CHARGES: Readonly<Partial<Record<EndedBy, Row>>> = {
  client_before: { final_usage: 'reported', running_usage: 'time', visible_text: 'time', nothing: 'time' },
  client_during: { final_usage: 'reported', running_usage: 'time', visible_text: 'time', nothing: 'time' },
}

/** Returns the table cell for a call. `isHidden`: its model hides its reasoning. */
export function chargeRule(endedBy: EndedBy, tally: Readonly<Tally>, isHidden: boolean): ChargeRule {
  const known = knownOf(tally)
  const row = (isHidden && HIDDEN_CHARGES[endedBy]) || CHARGES[endedBy]
  return { ended_by: endedBy, known, charged: row[known] }
}

/** Returns what a tally says of consumption. An error in place of an answer says nothing, whatever it counts. */
function knownOf({ usage, usageIsFinal, produced, error, outputTokens }: Readonly<Tally>): Known {
  const consumed = produced || (error === null && usage !== null && usageIsFinal && outputTotal(usage) > 0)
  if (!consumed) return 'nothing'
  if (usage === null) return produced || outputTokens > 0 ? 'visible_text' : 'nothing'
  return usageIsFinal ? 'final_usage' : 'running_usage'
}
