import { readGeminiAddress } from '@tollgate/gateway'
import type { Server } from 'bun'
import { listModels } from './endpoints/models.ts'
import {
  GEMINI_ROOT,
  geminiEndpoints,
  OPENAI_ROOT,
  REALTIME,
  type RelayEndpoint,
  relayEndpoints,
  unservedPaths,
} from './endpoints.ts'
import { errorResponse } from './errors/error-response.ts'
import { relayError } from './errors/relay-error.ts'
import { openSession } from './realtime/open-session.ts'
import type { Session } from './realtime/session.ts'
import { relay } from './relay.ts'
import { type ClientConnection, newCall, type RelayCall } from './relay-call.ts'
import type { RelayDeps } from './relay-deps.ts'
import { closeConnection } from './request/close-connection.ts'
import { answerPreflight, setBrowserHeaders } from './response/browser-headers.ts'

type Listener = Server<Session>
type Handler = (request: Request, listener: Listener) => Promise<Response | undefined> | Response
/** Bytes received from a peer; null: unknown. */
type ReceivedFrom = (peer: { address: string; port: number }) => number | null
type IpOf = (request: Request, listener: Listener) => string
type Routes = Record<string, Handler | Record<string, Handler>>

/** The relay's routes for the listener. Every response gets the headers that make it inert in a browser. */
export function relayRoutes(deps: RelayDeps, ipOf: IpOf, receivedFrom: ReceivedFrom): Routes {
  const wrap = (handler: Handler) =>
    withBrowserHeaders(handler, () => deps.options.get('relay_setting.browser_origins'))
  return Object.fromEntries(
    Object.entries(routeHandlers(deps, ipOf, receivedFrom)).map(([path, handlers]) => [
      path,
      onEveryMethod(handlers, wrap),
    ]),
  )
}

function onEveryMethod(handlers: Routes[string], wrap: (handler: Handler) => Handler): Routes[string] {
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

/** The handlers by path: Bun calls them directly, without a framework in between. */
function routeHandlers(deps: RelayDeps, ipOf: IpOf, receivedFrom: ReceivedFrom): Routes {
  const refuseWith =
    (endpoint: RelayEndpoint, code: 'route_unknown' | 'method_not_allowed' | 'api_not_implemented'): Handler =>
    request => {
      const { pathname: path } = new URL(request.url)
      const error = relayError(code, { method: request.method, path })
      return closeConnection(errorResponse(newCall(endpoint, request.headers), error, deps.log).response)
    }
  const relayTo =
    (callOf: (request: Request, connection: ClientConnection) => RelayCall | null, root: RelayEndpoint): Handler =>
    (request, listener) => {
      const call = callOf(request, connectionOf(request, listener, receivedFrom))
      if (!call) return refuseWith(root, 'route_unknown')(request, listener)
      // The relay's own time limits apply, not the listener's.
      listener.timeout(request, 0)
      return relay(call, request, () => ipOf(request, listener), deps)
    }
  const relayed = relayEndpoints.map(endpoint => {
    const post = relayTo((request, connection) => newCall(endpoint, request.headers, null, connection), endpoint)
    const other = refuseWith(endpoint, 'method_not_allowed')
    return [endpoint.path, { POST: post, GET: other, PUT: other, DELETE: other, PATCH: other }] as const
  })
  const realtime: Handler = (request, listener) => {
    listener.timeout(request, 0)
    const call = newCall(REALTIME, request.headers, null, connectionOf(request, listener, receivedFrom))
    return openSession(call, request, listener, ipOf(request, listener), deps)
  }
  const models: Handler = (request, listener) => listModels(request, () => ipOf(request, listener), deps)
  return {
    ...Object.fromEntries(relayed),
    [REALTIME.path]: { GET: realtime, POST: refuseWith(REALTIME, 'method_not_allowed') },
    '/v1/models': { GET: models },
    '/v1/models/*': {
      GET: models,
      POST: relayTo(geminiCall, OPENAI_ROOT),
      DELETE: refuseWith(OPENAI_ROOT, 'api_not_implemented'),
    },
    ...Object.fromEntries(unservedPaths.map(path => [path, refuseWith(OPENAI_ROOT, 'api_not_implemented')])),
    '/v1/*': refuseWith(OPENAI_ROOT, 'route_unknown'),
    '/v1beta/models': { GET: models },
    '/v1beta/models/*': { GET: models, POST: relayTo(geminiCall, GEMINI_ROOT) },
    '/v1beta/*': refuseWith(GEMINI_ROOT, 'route_unknown'),
  }
}

/** Null: the path names no Gemini method that is relayed. */
function geminiCall({ url, headers }: Request, connection: ClientConnection): RelayCall | null {
  const address = readGeminiAddress(url)
  const endpoint = address && geminiEndpoints.get(address.method)
  return endpoint ? newCall(endpoint, headers, address, connection) : null
}

/** The listener takes whole seconds, up to this. */
const LONGEST_TIMEOUT_SECONDS = 255

const connectionOf = (request: Request, listener: Listener, receivedFrom: ReceivedFrom): ClientConnection => ({
  peer: () => listener.requestIP(request),
  received() {
    const peer = listener.requestIP(request)
    return peer && receivedFrom(peer)
  },
  limitUnread: seconds => listener.timeout(request, Math.min(Math.ceil(seconds), LONGEST_TIMEOUT_SECONDS)),
})
