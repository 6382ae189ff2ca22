import type { ChargeRule } from '@tollgate/contract'
import { chargeRule, newTally } from '@tollgate/gateway'
import type { Ledger } from '../../money/ledger/index.ts'
import type { InFlightRegistry } from '../call/in-flight.ts'
import { asApiError } from '../call/relay-error.ts'
import { ClientGone } from '../errors/client-gone.ts'
import { endedByOf } from '../errors/ended-by.ts'
import { type ErrorResponse, errorResponse } from '../errors/error-response.ts'
import { RoutingFailure } from '../errors/routing-failure.ts'
import { AttemptFailure } from '../errors/upstream-failure.ts'
import type { CallRun } from '../hold/call-run.ts'
import type { LoggedCall } from '../request/logged-call.ts'
import type { CallSettlement } from './call-settlement.ts'
import { errorRow } from './log-rows.ts'
import { type EndDeps, noteEnd } from './note-end.ts'

interface Deps extends EndDeps {
  ledger: Pick<Ledger, 'release' | 'record'>
  inFlight: Pick<InFlightRegistry, 'leave'>
  /** Unix seconds. */
  now(): number
}

/** Releases the hold of a call that got no response, logs it, and returns the error for its client. */
export async function endFailedCall(
  error: unknown,
  { logged, envelope, hold, uncountSuccess }: CallRun,
  settlement: CallSettlement,
  deps: Deps,
): Promise<ErrorResponse> {
  const { call } = logged
  uncountSuccess()
  await envelope.form?.close()
  const failed = errorResponse(call, error, deps.log)
  const { cause, outcome } = outcomeOf(error)
  if (cause instanceof ClientGone && cause.wasSent) {
    await settlement
      .of(newTally(), outcome, { isDelivered: true })('client_before')
      .catch(() => undefined)
    return failed
  }
  const rule = outcome.sentRequest && chargeRuleOf(cause)
  const row = errorRow({ ...logged, ...outcome }, deps.now(), failed, rule)
  noteEnd({ ...logged, ...outcome }, failed, deps)
  if (settlement.hasFailed) {
    // The hold may be gone, and the row with it. The database was waited for already.
    deps.ledger.record(row)
    deps.ledger
      .release(call.id)
      .catch(lost => deps.log.error({ err: lost, requestId: call.requestId }, 'a hold is left'))
  } else if (hold.isOpen) await deps.ledger.release(call.id, row)
  else deps.ledger.record(row)
  deps.inFlight.leave(call)
  return failed
}

/** The reason behind a failure, and what the log says of the attempts before it. */
function outcomeOf(error: unknown): { cause: unknown; outcome: Pick<LoggedCall, 'tried' | 'routing' | 'sentRequest'> } {
  if (!(error instanceof RoutingFailure)) return { cause: error, outcome: { tried: [] } }
  const { cause, tried, routing, sentRequest } = error
  return { cause, outcome: { tried, routing, ...(sentRequest && { sentRequest }) } }
}

/** The line of the table of charges for a call whose upstream got the request and gave nothing. */
function chargeRuleOf(cause: unknown): ChargeRule {
  const reason = cause instanceof AttemptFailure ? cause.reason : asApiError(cause)
  return chargeRule(endedByOf(reason), newTally(), false)
}
