import type { Tally } from '@tollgate/gateway'
import { once } from '../../platform/process/once.ts'
import type { OpenChannel } from '../candidates/channel-index.ts'
import type { ConversationMarks } from '../plan/affinity/conversation-marks.ts'
import type { CallPlan } from '../plan/call-plans.ts'
import type { PricingContext } from '../plan/pricing-context.ts'
import { conversationOf } from '../request/conversation-of.ts'
import type { Envelope } from '../request/envelope.ts'
import type { LoggedCall } from '../request/logged-call.ts'
import type { KeptRequest } from '../upstream/written-request.ts'
import { type CallHold, type HoldDeps, openHold } from './hold.ts'

/** A call that passed every check and has a price. */
export interface AdmittedCall {
  logged: LoggedCall
  envelope: Envelope
  plan: CallPlan<KeptRequest>
  pricing: PricingContext
  /** Whether another channel may be tried. */
  mayRetry: boolean
  /** Takes the call off the count of successful calls; for a call that fails. */
  uncountSuccess(): void
}

/** An admitted call while it runs. */
export interface CallRun extends AdmittedCall {
  request: Request
  hold: CallHold
  /** The channel of the last attempt; undefined: no attempt yet. */
  channel: OpenChannel | undefined
  /** When the last attempt began, in milliseconds on the monotonic clock. */
  attemptedAt: number
  /** The name or beginning that all calls of its conversation share; null: it belongs to no conversation. */
  conversation(): string | null
  /** The tally of the stream that the last attempt started; null: no stream has started. */
  streamed: Readonly<Tally> | null
}

interface Deps extends HoldDeps {
  conversationMarks: Pick<ConversationMarks, 'of'>
}

export function startRun(admitted: AdmittedCall, request: Request, deps: Deps): CallRun {
  const { logged, envelope, pricing } = admitted
  const run: CallRun = {
    logged,
    envelope,
    plan: admitted.plan,
    pricing,
    mayRetry: admitted.mayRetry,
    uncountSuccess: admitted.uncountSuccess,
    request,
    hold: openHold(logged, envelope, pricing, deps),
    channel: undefined,
    attemptedAt: performance.now(),
    conversation: once(() => conversationOf(envelope, request.headers)),
    streamed: null,
  }
  // only the log row asks for it
  logged.conversation = once(() => deps.conversationMarks.of(run))
  return run
}
