import type { RelayEndpoint } from '../../relay/call/endpoints.ts'
import { type ClientConnection, newCall, type RelayCall } from '../../relay/call/relay-call.ts'
import { type ErrorResponse, errorResponse } from '../../relay/errors/error-response.ts'
import { type Admission, authenticate, callerKey } from '../../relay/request/authenticate.ts'
import { takeBudget } from '../../relay/request/budget.ts'
import { closeConnection } from '../../relay/request/close-connection.ts'
import type { StatefulDeps } from '../stateful-deps.ts'

/** A call about tasks, with its authenticated caller. */
export interface TaskCallContext {
  call: RelayCall
  admission: Admission
  request: Request
  /** The path's parameters. */
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  deps: StatefulDeps
  /** Called if the answer outlives the handler. Returns what then ends the call. */
  stays(): () => void
}

export type TaskHandler = (context: TaskCallContext) => Promise<Response>

/** Paths of one kind of client, which all read errors in the same form. */
export interface TaskEndpoint extends RelayEndpoint {
  /** Absent: errors are in the endpoint's dialect. */
  writeError?(failed: ErrorResponse): Response
  /** Returns the caller's key, if such clients may send it elsewhere. */
  callerKey?(request: Request): string
}

/** A path of tasks, with its handlers. */
export interface TaskRoute {
  /** `:name` stands for a parameter. */
  path: string
  endpoint: TaskEndpoint
  handlers: Partial<Record<'GET' | 'POST' | 'DELETE', TaskHandler>>
}

interface TaskCaller {
  clientIp: () => string
  connection: ClientConnection
  params: Readonly<Record<string, string>>
}

/** Serves one call. Never throws: every failure becomes an error response in its client's form. */
export async function serveTaskCall(
  handler: TaskHandler,
  endpoint: TaskEndpoint,
  request: Request,
  { clientIp, connection, params }: TaskCaller,
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
    const key = endpoint.callerKey?.(request) ?? callerKey(request, endpoint.errors)
    const admission = await authenticate(key, clientIp, deps.now(), deps.tokens)
    const { callerId } = admission.identity
    deps.inFlight.claim(call, callerId)
    takeBudget(call, request.headers, deps.options)
    call.memory = deps.memory.open(callerId)
    const query = new URL(request.url).searchParams
    const response = await handler({ call, admission, request, params, query, deps, stays })
    response.headers.set('x-request-id', call.requestId)
    return response
  } catch (error) {
    if (isStaying) leave()
    const failed = errorResponse(call, error, deps.log)
    return closeConnection(inOwnShape(endpoint, failed))
  } finally {
    if (!isStaying) leave()
  }
}

function inOwnShape(endpoint: TaskEndpoint, failed: ErrorResponse): Response {
  const response = endpoint.writeError?.(failed)
  if (!response) return failed.response
  for (const name of ['x-request-id', 'retry-after']) {
    const value = failed.response.headers.get(name)
    if (value !== null) response.headers.set(name, value)
  }
  return response
}
