import type { ChargeRule } from '@tollgate/contract'
import {
  chargeRule,
  inputTotal,
  isPlainRequest,
  mayHaveMore,
  newTally,
  outputTotal,
  type Tally,
} from '@tollgate/gateway'
import type { ServedChecks } from '../attempt/served-checks.ts'
import type { Routed } from '../attempt/try-channels.ts'
import type { InFlightRegistry } from '../call/in-flight.ts'
import { asApiError } from '../call/relay-error.ts'
import { ClientGone } from '../errors/client-gone.ts'
import { endedByOf, type Settle } from '../errors/ended-by.ts'
import { type ErrorResponse, errorResponse } from '../errors/error-response.ts'
import { RoutingFailure } from '../errors/routing-failure.ts'
import { AttemptFailure } from '../errors/upstream-failure.ts'
import type { CallRun } from '../hold/call-run.ts'
import type { Affinity } from '../plan/affinity/affinity.ts'
import { conversationKey } from '../plan/affinity/affinity-of.ts'
import type { ConversationMarks } from '../plan/affinity/conversation-marks.ts'
import type { LastHour } from '../plan/last-hour/last-hour.ts'
import { isNamedByNext } from '../request/conversation-of.ts'
import type { LoggedCall } from '../request/logged-call.ts'
import type { StreamedResponse, WholeResponse } from '../response/upstream-response.ts'
import type { StoredCalls } from '../stored-calls.ts'
import type { CachedShares } from './cached-shares.ts'
import { errorRow, noteEnd } from './record-end.ts'
import { type SettlementDeps, settlement } from './settlement.ts'

/** The two ends of an admitted call: answered and settled, or failed without a response. */

export interface EndDeps extends SettlementDeps {
  affinity: Pick<Affinity, 'note'>
  cachedShares: CachedShares
  conversationMarks: Pick<ConversationMarks, 'answered'>
  inFlight: Pick<InFlightRegistry, 'leave'>
  lastHour: Pick<LastHour, 'delivered'>
  servedChecks: ServedChecks
  storedCalls: Pick<StoredCalls, 'rememberChannel'>
}

/** Ends one running call and frees its memory, form and place. */
export interface EndOfCall {
  /** Returns the function that settles the answer; a stream is passed on before it is paid for. */
  answered(routed: Routed<WholeResponse | StreamedResponse>, tally: Readonly<Tally>): Settle
  /** Releases the hold of a call that got no response, logs it, and returns the error for its client. */
  failed(error: unknown): Promise<ErrorResponse>
}

export const endOfCall = (run: CallRun, deps: EndDeps): EndOfCall => new CallEnd(run, deps)

/** An answer to be settled, and its channel; undefined: it counts for none. */
interface Ended {
  row: LoggedCall
  tally: Readonly<Tally>
  charge: Settle
  channelId: number | undefined
  /** null: not a stream. */
  firstByteMs: number | null
}

/** A class, because every call has one: its closures would cost more than their work. */
class CallEnd implements EndOfCall {
  /** A settlement was tried and refused. */
  private hasFailed = false

  constructor(
    private readonly run: CallRun,
    private readonly deps: EndDeps,
  ) {}

  answered({ answer, tried, routing }: Routed<WholeResponse | StreamedResponse>, tally: Readonly<Tally>): Settle {
    const { run } = this
    const isStream = answer.kind === 'stream'
    const firstByteMs = isStream ? performance.now() - run.attemptedAt : null
    const row = { ...run.logged, tried, routing, sentRequest: answer.sentRequest }
    const answered = {
      row,
      tally,
      charge: this.chargeOf(row, tally, isStream),
      channelId: tried.at(-1)?.id,
      firstByteMs,
    }
    return (endedBy, failure) => this.settle(answered, endedBy, failure)
  }

  async failed(error: unknown): Promise<ErrorResponse> {
    const { run, deps } = this
    const { logged, envelope, hold } = run
    const { call } = logged
    run.uncountSuccess()
    if (envelope.form) await envelope.form.close()
    const failed = errorResponse(call, error, deps.log)
    const { cause, outcome } = outcomeOf(error)
    const row = { ...logged, ...outcome }
    if (cause instanceof ClientGone && cause.wasSent) {
      const tally = newTally()
      const ended = { row, tally, charge: this.chargeOf(row, tally, true), channelId: undefined, firstByteMs: null }
      await this.settle(ended, 'client_before').catch(() => undefined)
      return failed
    }
    const logRow = errorRow(row, deps.now(), failed, outcome.sentRequest && chargeRuleOf(cause))
    noteEnd(row, failed, deps)
    if (this.hasFailed) {
      // The hold may be gone, and its row with it. The ledger has already waited for the database.
      deps.ledger.record(logRow)
      deps.ledger
        .release(call.id)
        .catch(lost => deps.log.error({ err: lost, requestId: call.requestId }, 'a hold could not be released'))
    } else if (hold.isOpen) await deps.ledger.release(call.id, logRow)
    else deps.ledger.record(logRow)
    deps.inFlight.leave(call)
    return failed
  }

  private chargeOf(row: LoggedCall, tally: Readonly<Tally>, isDelivered: boolean): Settle {
    const { run, deps } = this
    const { envelope, pricing, hold } = run
    const cache = deps.cachedShares.of(run, row.tried.at(-1)?.id)
    const unseen = () =>
      mayHaveMore(tally, hold.hides)
        ? { seconds: (performance.now() - run.attemptedAt) / 1_000, held: hold.held }
        : null
    return settlement(row, envelope, pricing, tally, deps, { isDelivered, unseen, cache })
  }

  /** Charges an answer, frees what the call used, and remembers what later calls need. */
  private async settle(
    { row, tally, charge, channelId, firstByteMs }: Ended,
    endedBy: Parameters<Settle>[0],
    failure?: Parameters<Settle>[1],
  ): Promise<void> {
    const { envelope, logged } = this.run
    const isPlain = isPlainRequest(envelope.body.members)
    const ownInput = this.wantsCount(row, isPlain) ? envelope.inputTokens() : null
    if (ownInput !== null) row.counted = { input: ownInput, output: Math.ceil(tally.outputTokens) }
    try {
      await charge(endedBy, failure)
      this.checkServed(row, tally, ownInput, isPlain)
    } catch (error) {
      this.hasFailed = true
      throw error
    } finally {
      this.deps.inFlight.leave(logged.call)
      if (envelope.form) await envelope.form.close()
    }
    const remembering = channelId === undefined ? undefined : this.remember(channelId, tally, firstByteMs)
    if (remembering) await remembering
  }

  private wantsCount({ tried, sentRequest }: LoggedCall, isPlain: boolean): boolean {
    const channel = tried.at(-1)
    if (!channel || !sentRequest) return false
    return this.deps.servedChecks.wantsCount(channel.id, sentRequest.model, this.run.envelope.text.length, isPlain)
  }

  private checkServed(
    { tried, sentRequest }: LoggedCall,
    tally: Readonly<Tally>,
    ownInput: number | null,
    isPlain: boolean,
  ): void {
    const channel = tried.at(-1)
    if (!channel || !sentRequest) return
    this.deps.servedChecks.answered(channel.id, sentRequest.model, tally, ownInput, isPlain)
  }

  /** Counts a delivered answer for its channel, and remembers which response the next call continues from. */
  private remember(channelId: number, tally: Readonly<Tally>, firstByteMs: number | null): Promise<void> | undefined {
    const { run, deps } = this
    const { envelope, pricing } = run
    const { call, identity } = run.logged
    const { usage, responseId } = tally
    deps.lastHour.delivered(channelId, {
      ms: performance.now() - run.attemptedAt,
      firstByteMs,
      inputTokens: usage ? inputTotal(usage) : 0,
      cachedTokens: usage?.cacheRead ?? 0,
      outputTokens: usage ? outputTotal(usage) : 0,
      model: envelope.model,
    })
    if (isNamedByNext(call.endpoint.format)) {
      const ids = [responseId, call.stored?.id].filter(id => id != null)
      deps.conversationMarks.answered(run, ids)
      const place = { channelId, keyId: run.channel?.keyId }
      if (pricing.candidates.length > 1)
        for (const id of ids) deps.affinity.note(identity.userId, conversationKey(envelope.model, id), place)
    }
    return deps.storedCalls.rememberChannel(run, tally)
  }
}

/** Returns the cause of a failure, and what the log row says about the attempts. */
function outcomeOf(error: unknown): { cause: unknown; outcome: Pick<LoggedCall, 'tried' | 'routing' | 'sentRequest'> } {
  if (!(error instanceof RoutingFailure)) return { cause: error, outcome: { tried: [] } }
  const { cause, tried, routing, sentRequest } = error
  return { cause, outcome: { tried, routing, ...(sentRequest && { sentRequest }) } }
}

/** The row of the table of charges for a call whose upstream got the request and returned nothing. */
function chargeRuleOf(cause: unknown): ChargeRule {
  const reason = cause instanceof AttemptFailure ? cause.reason : asApiError(cause)
  return chargeRule(endedByOf(reason), newTally(), false)
}
