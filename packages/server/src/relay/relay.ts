import type { Tracing } from '../platform/tracing/tracing.ts'
import type { RelayCall } from './call/relay-call.ts'
import { errorResponse } from './errors/error-response.ts'
import { pricingOfCall } from './plan/pricing-context.ts'
import type { RelayDeps } from './relay-deps.ts'
import { authenticate, callerKey } from './request/authenticate.ts'
import { callLimitOf } from './request/call-limits.ts'
import { closeConnection } from './request/close-connection.ts'
import { type Envelope, readEnvelope } from './request/envelope.ts'
import type { LoggedCall } from './request/logged-call.ts'
import { keepAlive, keepAliveMs } from './response/keep-alive.ts'
import { runCall } from './run-call.ts'
import { recordRefusal } from './settlement/record-end.ts'

/** Relays one call. Never throws: every failure becomes an error response in the client's dialect. */
export async function relay(
  call: RelayCall,
  request: Request,
  clientIp: () => string,
  deps: RelayDeps,
): Promise<Response> {
  const { tracing } = deps
  if (tracing) call.trace = beginTrace(call, request, tracing)
  /** The log row if the call fails here; it grows with what is known. Strangers have none. */
  let logged: LoggedCall | undefined
  let envelope: Envelope | undefined
  let uncountSuccess = () => {}
  try {
    deps.inFlight.enter(call)
    const admission = call.playground
      ? await deps.admitSession(request, call.playground)
      : await authenticate(callerKey(request, call.endpoint.errors), clientIp, deps.now(), deps.tokens)
    const { identity, channelId } = admission
    const group = identity.tokenGroup || identity.userGroup
    logged = { call, identity, model: '', group, isStream: false, tried: [] }
    deps.inFlight.claim(call, identity.userId)
    call.memory = deps.memory.open(identity.userId)
    envelope = await readEnvelope(request, call, deps.contentFilter, {
      steadiness: progressLimit(call, deps),
      canPay: () => deps.tokens.canPay(identity.userId),
    })
    const expanding = deps.storedCalls.expand(envelope, call, identity)
    const expanded = expanding && (await expanding)
    if (expanded) {
      envelope = expanded.envelope
      call.stored = expanded.stored
    }
    const { model, isStream, reasoningEffort } = envelope
    logged.model = model
    logged.isStream = isStream
    if (reasoningEffort) logged.reasoningEffort = reasoningEffort
    const limit = callLimitOf(group, deps.options)
    if (limit) uncountSuccess = await deps.callLimits.admit(identity.userId, limit)
    deps.contentFilter(envelope)
    const plan = deps.plans.of(call, admission, envelope)
    const pricing = pricingOfCall(plan.pricing, call, envelope)
    const admitted = { logged, envelope, plan, pricing, mayRetry: channelId === undefined, uncountSuccess }
    if (call.stored?.isBackground) return await deps.storedCalls.runInBackground(admitted, call.stored, request)
    const reply = runCall(admitted, request, deps)
    const intervalMs = keepAliveMs(call, isStream, deps.options)
    if (intervalMs === 0) return (await reply).response
    return await keepAlive(reply, { intervalMs, requestId: call.requestId, watchdog: deps.watchdog })
  } catch (error) {
    uncountSuccess()
    await envelope?.form?.close()
    const refused = errorResponse(call, error, deps.log)
    if (logged) recordRefusal(logged, refused, deps)
    else call.trace?.end({ status: refused.status, code: refused.code })
    deps.inFlight.leave(call)
    // Strangers hold no connection, and the body of a refused request is not read.
    return envelope ? refused.response : closeConnection(refused.response)
  }
}

/** The trace of a call; its client's goes on. */
export const beginTrace = ({ requestId, endpoint: { format, path } }: RelayCall, request: Request, tracing: Tracing) =>
  tracing.begin({ requestId, dialect: format, path }, request.headers.get('traceparent'))

/** How fast a request body must arrive. */
const progressLimit = ({ connection }: RelayCall, { options, watchdog }: RelayDeps) => ({
  watchdog,
  seconds: options.get('connection_setting.body_seconds'),
  received: connection?.received,
})
