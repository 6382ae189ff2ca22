import type { FailedAttempt } from '@tollgate/contract'
import { chargeRule, newTally } from '@tollgate/gateway'
import { endedByOf } from '../../billing/ended-by.ts'
import type { AttemptFailure } from '../../errors/upstream-failure.ts'
import type { Verdict } from '../health/verdict.ts'

/**
 * Returns what a failed attempt cost, by the table of charges: nothing came of it that a client can use, so it is free to the user.
 * An upstream that was only silent may have worked, and bill the operator. undefined: no request was sent.
 */
export function attemptCost(
  { reason, status, sentRequest }: AttemptFailure,
  ms: number,
  { isSilence }: Verdict,
  inputTokens?: () => number,
): Omit<FailedAttempt, 'channel'> | undefined {
  if (!sentRequest) return undefined
  return {
    code: reason.code ?? 'upstream_error',
    status,
    ms: Math.round(ms),
    charge_rule: chargeRule(endedByOf(reason), newTally(), false),
    quota: 0,
    ...(isSilence && mayHaveWorked(reason.code) && inputTokens && { prompt_tokens: inputTokens() }),
  }
}

const mayHaveWorked = (code: string | null): boolean => code !== 'upstream_connect_timeout'
