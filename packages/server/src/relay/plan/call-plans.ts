import type { ChangeEvents, Topic } from '../../platform/cluster/change-events.ts'
import type { RelayCall } from '../call/relay-call.ts'
import type { OpenChannel } from '../candidates/channel-index.ts'
import type { Admission } from '../request/authenticate.ts'
import type { Envelope } from '../request/envelope.ts'
import type { Frame } from '../request/frame.ts'
import type { TokenIdentity } from '../request/token-index.ts'
import { makePricingContext, type PricingContext, type PricingDeps } from './pricing-context.ts'

/** What a call finds out that is the same for every call of its token with its frame. */
export interface CallPlan<Written> {
  /** Of all candidates: what one call asks for may leave it fewer. */
  pricing: PricingContext
  /** The request as it goes to each channel that was called, without the conversation. */
  written: WeakMap<OpenChannel, Written>
}

/** Compiles the plans of calls, and keeps them until something they are made from changes. */
export interface CallPlans<Written> {
  /** @throws ApiError where the caller may not use the model, or nobody serves it */
  of(call: RelayCall, admission: Admission, envelope: Pick<Envelope, 'model' | 'frame'>): CallPlan<Written>
}

/** A change of a token or its user gives them another identity, under which no plan is kept. */
const TOPICS: readonly Topic[] = ['options', 'channels']
const MOST_PLANS = 5_000
/** Some prices begin at a date, which no event tells; those that know when they change are kept until then. */
const KEPT_MS = 60_000

interface Kept<Written> {
  plan: CallPlan<Written>
  until: number
}

/** Listens to changes, so it must be made after the caches that it reads. */
export function makeCallPlans<Written>(
  deps: PricingDeps,
  changeEvents: Pick<ChangeEvents, 'on'>,
  now: () => number = () => performance.now(),
): CallPlans<Written> {
  let plans = new WeakMap<TokenIdentity, Map<Frame, Kept<Written>>>()
  let size = 0
  const forget = () => {
    plans = new WeakMap()
    size = 0
  }
  for (const topic of TOPICS) changeEvents.on(topic, forget)

  function keep(identity: TokenIdentity, frame: Frame, plan: CallPlan<Written>): void {
    if (size >= MOST_PLANS) forget()
    const ofToken = plans.get(identity) ?? new Map<Frame, Kept<Written>>()
    plans.set(identity, ofToken)
    if (!ofToken.has(frame)) size += 1
    const { until } = plan.pricing.price
    const keptMs = until === undefined ? KEPT_MS : Math.min(KEPT_MS, until - Date.now())
    ofToken.set(frame, { plan, until: now() + keptMs })
  }

  return {
    of({ endpoint }, admission, { model, frame }) {
      const { identity, channelId } = admission
      // who chooses a channel tries things out
      const kept = frame && channelId === undefined ? plans.get(identity)?.get(frame) : undefined
      if (kept && now() < kept.until) return kept.plan
      const plan: CallPlan<Written> = {
        pricing: makePricingContext(admission, model, endpoint, deps),
        written: new WeakMap<OpenChannel, Written>(),
      }
      if (frame && channelId === undefined) keep(identity, frame, plan)
      return plan
    },
  }
}
