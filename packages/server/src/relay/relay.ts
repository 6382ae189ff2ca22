import type { Tracing } from '../platform/tracing/tracing.ts'
import { admitCall, type CallSoFar } from './admit-call.ts'
import type { RelayCall } from './call/relay-call.ts'
import { errorResponse } from './errors/error-response.ts'
import type { RelayDeps } from './relay-deps.ts'
import { closeConnection } from './request/close-connection.ts'
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
  const soFar: CallSoFar = { uncountSuccess: uncounted }
  try {
    const admitted = await admitCall(call, request, clientIp, deps, soFar)
    if (call.stored?.isBackground) return await deps.storedCalls.runInBackground(admitted, call.stored, request)
    const reply = runCall(admitted, request, deps)
    const intervalMs = keepAliveMs(call, admitted.envelope.isStream, deps.options)
    if (intervalMs === 0) return (await reply).response
    return await keepAlive(reply, { intervalMs, requestId: call.requestId, watchdog: deps.watchdog })
  } catch (error) {
    const { logged, envelope } = soFar
    soFar.uncountSuccess()
    await envelope?.form?.close()
    const refused = errorResponse(call, error, deps.log)
    if (logged) recordRefusal(logged, refused, deps)
    else call.trace?.end({ status: refused.status, code: refused.code })
    deps.inFlight.leave(call)
    // An unknown caller keeps no connection, and the body of a refused request is not read.
    return envelope ? refused.response : closeConnection(refused.response)
  }
}

const uncounted = (): void => undefined

/** Begins a call's trace, or continues its client's. */
export const beginTrace = ({ requestId, endpoint: { format, path } }: RelayCall, request: Request, tracing: Tracing) =>
  tracing.begin({ requestId, dialect: format, path }, request.headers.get('traceparent'))
