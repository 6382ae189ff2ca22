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

/** What every request of the relay passes: the limits of its address, browser headers, and the count of responses. */
export const guarded = (handler: Handler, deps: StatefulDeps, ipOf: IpOf): Handler =>
  counting(
    withBrowserHeaders(limitingAddresses(handler, deps, ipOf), () => deps.options.get('relay_setting.browser_origins')),
    deps,
  )

const counting =
  (handler: Handler, { meter }: StatefulDeps): Handler =>
  async (request, listener) => {
    const response = await handler(request, listener)
    if (response) meter.answered(response.status)
    return response
  }

/** Guards every method of a path, and answers preflights for it. */
export function guardedRoute(handlers: Route, wrap: (handler: Handler) => Handler): Route {
  if (typeof handlers === 'function') return wrap(handlers)
  const [any] = Object.values(handlers)
  const byMethod = Object.entries(handlers).map(([method, handler]) => [method, wrap(handler)])
  return { ...Object.fromEntries(byMethod), ...(any && { OPTIONS: wrap(any) }) }
}

const withBrowserHeaders =
  (handler: Handler, origins: () => readonly string[]): Handler =>
  async (request, listener) => {
    if (request.method === 'OPTIONS') return answerPreflight(request, origins())
    const response = await handler(request, listener)
    if (response) setBrowserHeaders(response, request, origins())
    return response
  }

/** Refuses an address with too many requests before anything else is checked. */
const limitingAddresses =
  (handler: Handler, { addressLimits, log }: StatefulDeps, ipOf: IpOf): Handler =>
  (request, listener) => {
    const seconds = addressLimits.take('relay', () => ipOf(request, listener))
    if (seconds === 0) return handler(request, listener)
    const error = relayError('too_many_from_address', { seconds }, seconds)
    return closeConnection(errorResponse(newCall(rootOf(request), request.headers), error, log).response)
  }
