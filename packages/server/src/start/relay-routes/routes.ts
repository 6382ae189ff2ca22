import {
  COMPACT,
  deploymentEndpoints,
  OPENAI_ROOT,
  REALTIME,
  RESPONSES,
  type RelayEndpoint,
  relayEndpoints,
  rootOf,
  roots,
  unservedPaths,
} from '../../relay/call/endpoints.ts'
import { type ClientConnection, newCall } from '../../relay/call/relay-call.ts'
import { relayError } from '../../relay/call/relay-error.ts'
import { billingReplies } from '../../relay/endpoints/billing/replies.ts'
import { serveBilling } from '../../relay/endpoints/billing/serve.ts'
import { listModels } from '../../relay/endpoints/models.ts'
import { errorResponse } from '../../relay/errors/error-response.ts'
import { serveKeys } from '../../relay/keys/serve.ts'
import { playgroundRoutes } from '../../relay/playground/routes.ts'
import { serveQuote } from '../../relay/quote/serve.ts'
import { relay } from '../../relay/relay.ts'
import { closeConnection } from '../../relay/request/close-connection.ts'
import { batchRoutes, idIn } from '../../stateful/batches/routes.ts'
import { serveBatchCall } from '../../stateful/batches/serve-batch-call.ts'
import { openSession } from '../../stateful/realtime/open-session.ts'
import { STORED_PATHS, serveStored } from '../../stateful/responses/routes.ts'
import { openResponsesSocket } from '../../stateful/responses-socket/open-socket.ts'
import type { StatefulDeps } from '../../stateful/stateful-deps.ts'
import { publicMidjourneyRoutes, servePublic } from '../../stateful/tasks/midjourney/routes.ts'
import { taskRoutes } from '../../stateful/tasks/routes.ts'
import { serveTaskCall } from '../../stateful/tasks/serve-task-call.ts'
import { type CallOf, callTo, callToDeployment, geminiCall } from './calls.ts'
import {
  type Asked,
  guarded,
  guardedRoute,
  type Handler,
  type IpOf,
  type Listener,
  type Route,
  type Routes,
} from './guarded.ts'
import { meantPaths } from './meant-path.ts'
import { MIRROR, mirrorHandler } from './mirrored.ts'

/** Bytes received from a peer; null: unknown. */
type ReceivedFrom = (peer: { address: string; port: number }) => number | null
interface RelayRoutes {
  /** For the listener. */
  routes: Routes
  /** Answers a request that matched no route of the listener; null: it is for a page of the console. */
  other(request: Request, listener: Listener): ReturnType<Handler> | null
}

/** The relay's routes. Every response gets headers that make it inert in a browser. */
export function relayRoutes(deps: StatefulDeps, ipOf: IpOf, receivedFrom: ReceivedFrom): RelayRoutes {
  const wrap = (handler: Handler) => guarded(handler, deps, ipOf)
  const { routes, meant, other } = routeHandlers(deps, ipOf, receivedFrom)
  const mirror = mirrorHandler(deps, ipOf, path => meant(path) !== null)
  const wrapped = Object.entries(routes).map(([path, handlers]) => [path, guardedRoute(handlers, wrap)])
  const answer = wrap(other)
  return {
    // a copy passes limits of its own, and no browser sends one
    routes: { ...Object.fromEntries(wrapped), [`${MIRROR}/*`]: mirror },
    other(request, listener) {
      const { method, headers, url } = request
      const isRead = method === 'GET' || method === 'HEAD'
      const isPage = isRead && (headers.get('accept')?.includes('text/html') || !meant(new URL(url).pathname))
      return isPage ? null : answer(request, listener)
    },
  }
}

/** The handlers by path: Bun calls them directly, without a framework. */
function routeHandlers(deps: StatefulDeps, ipOf: IpOf, receivedFrom: ReceivedFrom) {
  const refuseWith =
    (
      endpoint: RelayEndpoint | ((request: Request) => RelayEndpoint),
      code: 'route_unknown' | 'method_not_allowed' | 'api_not_implemented',
    ): Handler =>
    request => {
      const { pathname: path } = new URL(request.url)
      const error = relayError(code, { method: request.method, path })
      const root = typeof endpoint === 'function' ? endpoint(request) : endpoint
      return closeConnection(errorResponse(newCall(root, request.headers), error, deps.log).response)
    }
  const relayTo =
    (callOf: CallOf): Handler =>
    (request, listener) => {
      const call = callOf(request, connectionOf(request, listener, receivedFrom))
      if (!call) return other(request, listener)
      // The relay's own time limits apply, not the listener's.
      listener.timeout(request, 0)
      return relay(call, request, () => ipOf(request, listener), deps)
    }
  const responsesSocket: Handler = (request, listener) => {
    const peer = listener.requestIP(request)
    // The listener does not know the peer of a socket, and limits its silence itself.
    const connection = { peer: () => peer, received: () => null, limitUnread: () => undefined }
    return openResponsesSocket(request, listener, ipOf(request, listener), connection, deps)
  }
  /** The handlers of a path by method; other methods are refused. */
  const only = (endpoint: RelayEndpoint, handlers: Record<string, Handler>): Route => {
    const refused = refuseWith(endpoint, 'method_not_allowed')
    return { GET: refused, POST: refused, PUT: refused, DELETE: refused, PATCH: refused, ...handlers }
  }
  const relayed = relayEndpoints.map(endpoint => {
    const post = relayTo(callTo(endpoint))
    const get = endpoint.path === RESPONSES.path && { GET: responsesSocket }
    return [endpoint.path, only(endpoint, { POST: post, ...get })] as const
  })
  const callerOf = (request: Asked, listener: Listener) => {
    listener.timeout(request, 0)
    return { clientIp: () => ipOf(request, listener), connection: connectionOf(request, listener, receivedFrom) }
  }
  const filesAndBatches = batchRoutes.map(({ path, endpoint, handlers }) => {
    const served = mapValues(
      handlers,
      (handler): Handler =>
        (request, listener) => {
          const id = idIn(path, new URL(request.url).pathname)
          return serveBatchCall(handler, endpoint, request, { ...callerOf(request, listener), id }, deps)
        },
    )
    return [path, only(endpoint, served)] as const
  })
  const tasks = taskRoutes.map(({ path, endpoint, handlers }) => {
    const served = mapValues(
      handlers,
      (handler): Handler =>
        (request, listener) => {
          const caller = { ...callerOf(request, listener), params: request.params ?? {} }
          return serveTaskCall(handler, endpoint, request, caller, deps)
        },
    )
    return [path, only(endpoint, served)] as const
  })
  const ofDrawings = publicMidjourneyRoutes.map(({ path, method, handler }) => {
    const serve: Handler = request => servePublic(handler, request, request.params?.id ?? '', deps)
    return [path, { [method]: serve }] as const
  })
  const playground = playgroundRoutes.map(route => {
    const post = relayTo((request, connection) => {
      const call = (route.endpoint ? callTo(route.endpoint) : geminiCall)(request, connection)
      return call && { ...call, playground: route }
    })
    return [route.path, { POST: post, GET: refuseWith(rootOf, 'method_not_allowed') }] as const
  })
  const deployed = deploymentEndpoints.map(({ path, endpoint }) => {
    const post = relayTo(callToDeployment(endpoint))
    return [path, { POST: post }] as const
  })
  const compact = relayTo(callTo(COMPACT))
  const realtime: Handler = (request, listener) => {
    listener.timeout(request, 0)
    const call = newCall(REALTIME, request.headers, null, connectionOf(request, listener, receivedFrom))
    return openSession(call, request, listener, ipOf(request, listener), deps)
  }
  const quote: Handler = (request, listener) => {
    const { clientIp, connection } = callerOf(request, listener)
    return serveQuote(request, clientIp, connection, deps)
  }
  const keys: Handler = (request, listener) =>
    serveKeys(request, { clientIp: () => ipOf(request, listener), id: request.params?.id ?? null }, deps)
  const stored: Handler = (request, listener) => {
    if (SLASHES.test(new URL(request.url).pathname)) return other(request, listener)
    listener.timeout(request, 0)
    return serveStored(request, () => ipOf(request, listener), deps)
  }
  const models: Handler = (request, listener) => listModels(request, () => ipOf(request, listener), deps)
  const billing: Handler = (request, listener) => serveBilling(request, () => ipOf(request, listener), deps)
  const served: Routes = {
    ...Object.fromEntries(relayed),
    ...Object.fromEntries(filesAndBatches),
    ...Object.fromEntries(tasks),
    ...Object.fromEntries(ofDrawings),
    ...Object.fromEntries(deployed),
    ...Object.fromEntries(playground),
    [REALTIME.path]: { GET: realtime, POST: refuseWith(REALTIME, 'method_not_allowed') },
    '/v1/responses/compact': { POST: compact, GET: refuseWith(COMPACT, 'method_not_allowed') },
    '/v1/quote': only(OPENAI_ROOT, { POST: quote }),
    '/v1/keys': only(OPENAI_ROOT, { GET: keys, POST: keys, DELETE: keys }),
    '/v1/keys/:id': only(OPENAI_ROOT, { DELETE: keys }),
    ...Object.fromEntries(STORED_PATHS.map(path => [path, stored])),
    ...Object.fromEntries(Object.keys(billingReplies).map(path => [path, { GET: billing }])),
    '/v1/models': { GET: models },
    '/v1/models/*': { GET: models, POST: relayTo(geminiCall), DELETE: refuseWith(OPENAI_ROOT, 'api_not_implemented') },
    ...Object.fromEntries(unservedPaths.map(path => [path, refuseWith(OPENAI_ROOT, 'api_not_implemented')])),
    '/v1beta/models': { GET: models },
    '/v1beta/models/*': { GET: models, POST: relayTo(geminiCall) },
  }
  const meant = meantPaths(served)
  const unknown = refuseWith(rootOf, 'route_unknown')
  /** Serves an unusual spelling of a path without redirecting; null: the path is unknown. */
  function other(request: Request, listener: Listener): ReturnType<Handler> {
    const url = new URL(request.url)
    const place = meant(url.pathname)
    if (!place || place.path === url.pathname) return unknown(request, listener)
    const handler = handlerOf(place.route, request.method)
    if (!handler) return unknown(request, listener)
    url.pathname = place.path
    Object.defineProperties(request, { url: { value: url.href }, params: { value: place.params } })
    return handler(request, listener)
  }
  const routes: Routes = { ...served, [HELLO]: { GET: () => Response.json({ message: 'hello' }) } }
  for (const { path } of roots) routes[`${path}/*`] = other
  return { routes, meant, other }
}

/** Doubled or trailing slashes. */
const SLASHES = /\/(\/|$)/

/** Claude Code uses it to check the network. */
const HELLO = '/api/hello'

const mapValues = <In, Out>(values: Readonly<Record<string, In>>, change: (value: In) => Out): Record<string, Out> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))

const handlerOf = (route: Route, method: string): Handler | undefined =>
  typeof route === 'function' ? route : route[method === 'HEAD' ? 'GET' : method]

/** The listener accepts whole seconds up to this. */
const LONGEST_TIMEOUT_SECONDS = 255

/** A class, because every call has one. */
class HttpConnection implements ClientConnection {
  constructor(
    private readonly request: Request,
    private readonly listener: Listener,
    private readonly receivedFrom: ReceivedFrom,
  ) {}

  peer() {
    return this.listener.requestIP(this.request)
  }

  // It is passed on without its connection.
  readonly received = (): number | null => {
    const peer = this.peer()
    return peer && this.receivedFrom(peer)
  }

  limitUnread(seconds: number): void {
    this.listener.timeout(this.request, Math.min(Math.ceil(seconds), LONGEST_TIMEOUT_SECONDS))
  }
}

const connectionOf = (request: Request, listener: Listener, receivedFrom: ReceivedFrom): ClientConnection =>
  new HttpConnection(request, listener, receivedFrom)
