import type { Tally } from '@tollgate/gateway'
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
  /** Takes a failed call off the count of successful calls. */
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
  /** What identifies its conversation, by name or by beginning; null: it belongs to none. */
  conversation(): string | null
  /** The tally of the last attempt's stream; null: no stream has started. */
  streamed: Readonly<Tally> | null
}

interface Deps extends HoldDeps {
  conversationMarks: Pick<ConversationMarks, 'of'>
}

export function startRun(admitted: AdmittedCall, request: Request, deps: Deps): CallRun {
  const run = new Run(admitted, request, openHold(admitted.logged, admitted.envelope, admitted.pricing, deps))
  let mark: number | undefined
  // computed only when the log row needs it
  admitted.logged.conversation = () => {
    mark ??= deps.conversationMarks.of(run)
    return mark
  }
  return run
}

/** A class, because every call has one. */
class Run implements CallRun {
  readonly logged: LoggedCall
  readonly envelope: Envelope
  readonly plan: CallPlan<KeptRequest>
  readonly pricing: PricingContext
  readonly mayRetry: boolean
  readonly uncountSuccess: () => void
  channel: OpenChannel | undefined
  attemptedAt = performance.now()
  streamed: Readonly<Tally> | null = null
  /** undefined: not computed yet. */
  private name: string | null | undefined

  constructor(
    admitted: AdmittedCall,
    readonly request: Request,
    readonly hold: CallHold,
  ) {
    this.logged = admitted.logged
    this.envelope = admitted.envelope
    this.plan = admitted.plan
    this.pricing = admitted.pricing
    this.mayRetry = admitted.mayRetry
    this.uncountSuccess = admitted.uncountSuccess
  }

  conversation(): string | null {
    if (this.name === undefined) this.name = conversationOf(this.envelope, this.request.headers)
    return this.name
  }
}
