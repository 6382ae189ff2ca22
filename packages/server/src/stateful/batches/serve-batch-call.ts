import type { RelayEndpoint } from '../../relay/call/endpoints.ts'
import { type ClientConnection, newCall, type RelayCall } from '../../relay/call/relay-call.ts'
import { relayError } from '../../relay/call/relay-error.ts'
import { errorResponse } from '../../relay/errors/error-response.ts'
import { RoutingFailure } from '../../relay/errors/routing-failure.ts'
import { AttemptFailure } from '../../relay/errors/upstream-failure.ts'
import { statedGroup } from '../../relay/plan/group.ts'
import { type Admission, authenticate, callerKey } from '../../relay/request/authenticate.ts'
import { takeBudget } from '../../relay/request/budget.ts'
import { callLimitOf } from '../../relay/request/call-limits.ts'
import { closeConnection } from '../../relay/request/close-connection.ts'
import type { StatefulDeps } from '../stateful-deps.ts'

/** A call about files or batches, with its authenticated caller. */
export interface BatchCallContext {
  call: RelayCall
  admission: Admission
  request: Request
  /** The id in the path; empty: there is none. */
  id: string
  query: URLSearchParams
  deps: StatefulDeps
  /** Called if the answer outlives the handler. Returns what then ends the call; nothing may fail after this. */
  stays(): () => void
}

export type BatchHandler = (context: BatchCallContext) => Promise<Response>

/** Serves one call. Never throws: every failure becomes an error response in the client's dialect. */
export async function serveBatchCall(
  handler: BatchHandler,
  endpoint: RelayEndpoint,
  request: Request,
  { clientIp, connection, id }: { clientIp: () => string; connection: ClientConnection; id: string },
  deps: StatefulDeps,
): Promise<Response> {
  const call = newCall(endpoint, request.headers, null, connection)
  let isStaying = false
  const leave = () => deps.inFlight.leave(call)
  const stays = () => {
    isStaying = true
    return leave
  }
  try {
    deps.inFlight.enter(call)
    const admission = await authenticate(callerKey(request, endpoint.errors), clientIp, deps.now(), deps.tokens)
    const { callerId } = admission.identity
    deps.inFlight.claim(call, callerId)
    call.memory = deps.memory.open(callerId)
    takeBudget(call, request.headers, deps.options)
    await deps.callLimits.admit(
      admission.identity,
      callLimitOf(statedGroup(admission.identity, deps.options), deps.options),
    )
    const query = new URL(request.url).searchParams
    const response = await handler({ call, admission, request, id, query, deps, stays })
    response.headers.set('x-request-id', call.requestId)
    return response
  } catch (error) {
    return closeConnection(errorResponse(call, error, deps.log).response)
  } finally {
    if (!isStaying) leave()
  }
}

/** Free requests with a body are read only for a wallet above zero. @throws ApiError */
export async function requireWallet({ admission, deps }: BatchCallContext): Promise<void> {
  if (!(await deps.tokens.canPay(admission.identity.userId))) throw relayError('balance_empty')
}

/** How fast a request body must arrive. */
export const steadinessOf = ({ call: { connection }, deps: { options, watchdog } }: BatchCallContext) => ({
  watchdog,
  seconds: options.get('connection_setting.body_seconds'),
  received: connection?.received,
})

/** If the upstream no longer knows its own id, reports the client's id as unknown. @throws what `act` throws */
export async function orUnknown<Answer>(
  act: Promise<Answer>,
  code: 'file_unknown' | 'batch_unknown',
  id: string,
): Promise<Answer> {
  try {
    return await act
  } catch (error) {
    throw isNotFound(error) ? relayError(code, { id }) : error
  }
}

export function isNotFound(error: unknown): boolean {
  const cause = error instanceof RoutingFailure ? error.cause : error
  return cause instanceof AttemptFailure && cause.status === 404
}
