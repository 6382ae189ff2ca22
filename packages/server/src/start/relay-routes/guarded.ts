import type { Server } from 'bun'
import { rootOf } from '../../relay/call/endpoints.ts'
import { newCall } from '../../relay/call/relay-call.ts'
import { relayError } from '../../relay/call/relay-error.ts'
import { errorResponse } from '../../relay/errors/error-response.ts'
import { closeConnection } from '../../relay/request/close-connection.ts'
import { answerPreflight, setBrowserHeaders } from '../../relay/response/browser-headers.ts'
import type { Session } from '../../stateful/realtime/client-sockets.ts'
import type { StatefulDeps } from '../../stateful/stateful-deps.ts'

export type Listener = Server<Session>
/** A request, and the parameters in its path. */
export type Asked = Request & { params?: Record<string, string> }
export type Handler = (request: Asked, listener: Listener) => Promise<Response | undefined> | Response
export type IpOf = (request: Request, listener: Listener) => string
export type Route = Handler | Record<string, Handler>
export type Routes = Record<string, Route>

/**
 * Applies to every request of the relay: the limits of its address, browser headers, and the count of responses. It is
 * one function because every call waits for it.
 */
export const guarded =
  (handler: Handler, { addressLimits, log, meter, options }: StatefulDeps, ipOf: IpOf): Handler =>
  async (request, listener) => {
    if (request.method === 'OPTIONS') return counted(answerPreflight(request, originsOf(options)), meter)
    const seconds = addressLimits.take('relay', () => ipOf(request, listener))
    const response = seconds === 0 ? await handler(request, listener) : refusedAddress(request, seconds, log)
    if (!response) return response
    setBrowserHeaders(response, request, originsOf(options))
    return counted(response, meter)
  }

const originsOf = (options: StatefulDeps['options']): readonly string[] => options.get('relay_setting.browser_origins')

function counted(response: Response, meter: StatefulDeps['meter']): Response {
  meter.answered(response.status)
  return response
}

/** An address with too many requests is refused before anything else is checked. */
function refusedAddress(request: Request, seconds: number, log: StatefulDeps['log']): Response {
  const error = relayError('too_many_from_address', { seconds }, seconds)
  return closeConnection(errorResponse(newCall(rootOf(request), request.headers), error, log).response)
}

/** Guards every method of a path, and answers preflights for it. */
export function guardedRoute(handlers: Route, wrap: (handler: Handler) => Handler): Route {
  if (typeof handlers === 'function') return wrap(handlers)
  const [any] = Object.values(handlers)
  const byMethod = Object.entries(handlers).map(([method, handler]) => [method, wrap(handler)])
  return { ...Object.fromEntries(byMethod), ...(any && { OPTIONS: wrap(any) }) }
}
