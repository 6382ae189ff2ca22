import type { ChangeEvents, Topic } from '../../platform/cluster/change-events.ts'
import type { RelayCall } from '../call/relay-call.ts'
import type { OpenChannel } from '../candidates/channel-index.ts'
import type { Admission } from '../request/authenticate.ts'
import type { Envelope } from '../request/envelope.ts'
import type { Frame } from '../request/frame.ts'
import type { TokenIdentity } from '../request/token-index.ts'
import { triesGroups } from './group.ts'
import { makePricingContext, type PricingContext, type PricingDeps } from './pricing-context.ts'

/** What is the same for every call of a token with the same frame. */
export interface CallPlan<Written> {
  /** Has all candidates; a single call may have fewer. */
  pricing: PricingContext
  /** The request written for each channel called so far, without the conversation. */
  written: WeakMap<OpenChannel, Written>
}

/** Makes the plans of calls, and keeps them until their inputs change. */
export interface CallPlans<Written> {
  /** @throws ApiError if the caller may not use the model or no channel serves it */
  of(call: RelayCall, admission: Admission, envelope: Pick<Envelope, 'model' | 'frame'>): CallPlan<Written>
}

/** A changed token or user needs no topic: it gets a new identity object, which has no plans. */
const TOPICS: readonly Topic[] = ['options', 'channels']
const MOST_PLANS = 5_000
/** Some prices begin at a date without an event. A price that knows its next change limits its plan to that. */
const KEPT_MS = 60_000

interface Kept<Written> {
  plan: CallPlan<Written>
  until: number
}

/** Must be made after the caches that it reads, so that it hears of changes after them. */
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
    of({ endpoint, stored }, admission, { model, frame }) {
      const { identity, channelId } = admission
      // what it continues decides which of several groups serves it
      const continued = stored && triesGroups(identity, deps.options) ? stored : undefined
      // calls that choose a channel are tests, which are rarely repeated
      const isKept = channelId === undefined && !continued
      const kept = frame && isKept ? plans.get(identity)?.get(frame) : undefined
      if (kept && now() < kept.until) return kept.plan
      const plan: CallPlan<Written> = {
        pricing: makePricingContext(admission, model, endpoint, deps, continued),
        written: new WeakMap<OpenChannel, Written>(),
      }
      if (frame && isKept) keep(identity, frame, plan)
      return plan
    },
  }
}
