import type { AttemptNote } from '@tollgate/contract'
import { chargeRule, newTally } from '@tollgate/gateway'
import type { RelayErrorCode } from '../call/relay-error.ts'
import { endedByOf } from '../errors/ended-by.ts'
import type { AttemptFailure } from '../errors/upstream-failure.ts'

/**
 * Returns what a failed attempt cost, by the table of charges: nothing came of it that a client can use, so it is free to the user.
 * An upstream that was only silent may have worked, and bill the operator. undefined: no request was sent.
 */
export function attemptCost(
  { reason, sentRequest }: AttemptFailure,
  inputTokens?: () => number,
): Pick<AttemptNote, 'charge_rule' | 'quota' | 'prompt_tokens'> | undefined {
  if (!sentRequest) return undefined
  return {
    charge_rule: chargeRule(endedByOf(reason), newTally(), false),
    quota: 0,
    ...(MAY_HAVE_WORKED.has(reason.code ?? '') && inputTokens && { prompt_tokens: inputTokens() }),
  }
}

const MAY_HAVE_WORKED: ReadonlySet<string> = new Set<RelayErrorCode>(['upstream_first_byte_timeout', 'upstream_silent'])
