import type { Tracing } from '../platform/tracing/tracing.ts'
import type { RelayCall } from './call/relay-call.ts'
import { errorResponse } from './errors/error-response.ts'
import { withinInputLimit } from './plan/input-limit.ts'
import { pinned } from './plan/pinned.ts'
import { makePricingContext } from './plan/pricing-context.ts'
import type { RelayDeps } from './relay-deps.ts'
import { type Admission, authenticate } from './request/authenticate.ts'
import { callLimitOf } from './request/call-limits.ts'
import { callerKey } from './request/caller-key.ts'
import { closeConnection } from './request/close-connection.ts'
import { type Envelope, readEnvelope } from './request/envelope.ts'
import type { LoggedCall } from './request/logged-call.ts'
import { keepAlive } from './response/keep-alive.ts'
import { runCall } from './run-call.ts'
import { errorRow } from './settlement/log-rows.ts'
import { noteEnd } from './settlement/note-end.ts'

/** Relays one call. Never throws: every failure becomes an error response in the client's dialect. */
export async function relay(
  call: RelayCall,
  request: Request,
  clientIp: () => string,
  deps: RelayDeps,
): Promise<Response> {
  const { tracing } = deps
  if (tracing) call.trace = beginTrace(call, request, tracing)
  try {
    deps.inFlight.enter(call)
    const admission = call.playground
      ? await deps.admitSession(request, call.playground)
      : await authenticate(callerKey(request, call.endpoint.errors), clientIp, deps.now(), deps.tokens)
    return await relayAuthenticated(call, admission, request, deps)
  } catch (error) {
    deps.inFlight.leave(call)
    const failed = errorResponse(call, error, deps.log)
    call.trace?.end({ status: failed.status, code: failed.code })
    // Strangers hold no connection, and the body of a refused request is not read.
    return closeConnection(failed.response)
  }
}

/** The trace of a call; its client's goes on. */
export const beginTrace = ({ requestId, endpoint: { format, path } }: RelayCall, request: Request, tracing: Tracing) =>
  tracing.begin({ requestId, dialect: format, path }, request.headers.get('traceparent'))

async function relayAuthenticated(
  call: RelayCall,
  admission: Admission,
  request: Request,
  deps: RelayDeps,
): Promise<Response> {
  const { identity, channelId } = admission
  const group = identity.tokenGroup || identity.userGroup
  // The log row if the call fails here; it grows with what is known.
  const logged: LoggedCall = { call, identity, model: '', group, isStream: false, tried: [] }
  let envelope: Envelope | undefined
  let uncountSuccess = () => {}
  try {
    deps.inFlight.claim(call, identity.userId)
    call.memory = deps.memory.open(identity.userId)
    envelope = await readEnvelope(request, call, deps.contentFilter, {
      steadiness: progressLimit(call, deps),
      canPay: () => deps.tokens.canPay(identity.userId),
    })
    const expanded = await deps.storedCalls.expand(envelope, call, identity)
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
    const pricing = priceCall(call, admission, envelope, deps)
    const admitted = { logged, envelope, pricing, mayRetry: channelId === undefined, uncountSuccess }
    if (call.stored?.isBackground) return await deps.storedCalls.runInBackground(admitted, call.stored, request)
    const reply = runCall(admitted, request, deps)
    const intervalMs = keepAliveMs(call, envelope, deps)
    if (intervalMs === 0) return (await reply).response
    return await keepAlive(reply, { intervalMs, requestId: call.requestId, watchdog: deps.watchdog })
  } catch (error) {
    uncountSuccess()
    await envelope?.form?.close()
    const failed = errorResponse(call, error, deps.log)
    deps.ledger.record(errorRow(logged, deps.now(), failed))
    noteEnd(logged, failed, deps)
    deps.inFlight.leave(call)
    return envelope ? failed.response : closeConnection(failed.response)
  }
}

/** How fast a request body must arrive. */
const progressLimit = ({ connection }: RelayCall, { options, watchdog }: RelayDeps) => ({
  watchdog,
  seconds: options.get('connection_setting.body_seconds'),
  received: connection?.received,
})

/** The call's group, price and candidate channels. A request that only counts tokens may have any length. */
function priceCall({ endpoint, stored }: RelayCall, admission: Admission, envelope: Envelope, deps: RelayDeps) {
  const pricing = pinned(makePricingContext(admission, envelope.model, endpoint, deps), stored)
  if (endpoint.isFree) return pricing
  const candidates = withinInputLimit(pricing.candidates, envelope)
  return candidates === pricing.candidates ? pricing : { ...pricing, candidates }
}

/** How often comments keep an event stream alive, where the operator wants them and the client's protocol allows them; else 0. */
function keepAliveMs({ address }: RelayCall, { isStream }: Envelope, { options }: RelayDeps): number {
  const takesComments = isStream && address?.asksForEvents !== false
  if (!takesComments || !options.get('general_setting.ping_interval_enabled')) return 0
  return options.get('general_setting.ping_interval_seconds') * 1_000
}
