import type { RelayCall } from './call/relay-call.ts'
import type { AdmittedCall } from './hold/call-run.ts'
import { servedEarly, statedGroup } from './plan/group.ts'
import { pricingOfCall } from './plan/pricing-context.ts'
import type { RelayDeps } from './relay-deps.ts'
import { authenticate, callerKey } from './request/authenticate.ts'
import { takeBudget } from './request/budget.ts'
import { callLimitOf } from './request/call-limits.ts'
import { type Envelope, readEnvelope } from './request/envelope.ts'
import type { LoggedCall } from './request/logged-call.ts'

/** What is known of a call during admission. A refused call ends with this. */
export interface CallSoFar {
  /** Its log row, filled in step by step. Absent: the caller is unknown, so there is no row. */
  logged?: LoggedCall
  envelope?: Envelope
  uncountSuccess(): void
}

/**
 * Authenticates and reads a call, and makes every check that comes before the first attempt.
 *
 * @throws ApiError
 */
export async function admitCall(
  call: RelayCall,
  request: Request,
  clientIp: () => string,
  deps: RelayDeps,
  soFar: CallSoFar,
): Promise<AdmittedCall> {
  deps.inFlight.enter(call)
  const admission = call.playground
    ? await deps.admitSession(request, call.playground)
    : await authenticate(callerKey(request, call.endpoint.errors), clientIp, deps.now(), deps.tokens)
  const { identity, channelId } = admission
  const group = identity.tokenGroup || identity.userGroup
  const logged: LoggedCall = { call, identity, model: '', group, isStream: false, tried: [] }
  soFar.logged = logged
  deps.inFlight.claim(call, identity.callerId)
  takeBudget(call, request.headers, deps.options)
  call.memory = deps.memory.open(identity.callerId)
  let envelope = await readEnvelope(request, call, deps.contentFilter, {
    steadiness: progressLimit(call, deps),
    canPay: () => deps.tokens.canPay(identity.userId),
  })
  soFar.envelope = envelope
  const expanding = deps.storedCalls.expand(envelope, call, identity)
  const expanded = expanding && (await expanding)
  if (expanded) {
    envelope = expanded.envelope
    soFar.envelope = envelope
    call.stored = expanded.stored
  }
  const { model, isStream, reasoningEffort } = envelope
  logged.model = model
  logged.isStream = isStream
  if (reasoningEffort) logged.reasoningEffort = reasoningEffort
  const ready = envelope
  const early = servedEarly(identity, deps.options, () => deps.plans.of(call, admission, ready))
  const limit = callLimitOf(early?.pricing.group ?? statedGroup(identity, deps.options), deps.options)
  if (limit || identity.minuteLimits.length > 0) soFar.uncountSuccess = await deps.callLimits.admit(identity, limit)
  deps.contentFilter(envelope)
  const plan = early ?? deps.plans.of(call, admission, envelope)
  logged.group = plan.pricing.group
  const pricing = pricingOfCall(plan.pricing, call, envelope)
  if (pricing.aliasOf !== undefined) logged.aliasOf = pricing.aliasOf
  const { uncountSuccess } = soFar
  return { logged, envelope, plan, pricing, mayRetry: channelId === undefined, uncountSuccess }
}

/** How fast a request body must arrive. */
const progressLimit = ({ connection }: RelayCall, { options, watchdog }: RelayDeps) => ({
  watchdog,
  seconds: options.get('connection_setting.body_seconds'),
  received: connection?.received,
})
