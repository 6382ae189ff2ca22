import { readGeminiAddress } from '@tollgate/gateway'
import type { Server } from 'bun'
import { answerModels } from './endpoints/models.ts'
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
import { type RelayDeps, relay } from './relay.ts'
import { type ClientConnection, newCall, type RelayCall } from './relay-call.ts'
import { closing } from './request/closing-response.ts'
import { answerPreflight, tellBrowsers } from './response/in-browsers.ts'

type Listener = Server<Session>
type Answer = (request: Request, listener: Listener) => Promise<Response | undefined> | Response
/** Bytes received from a peer; null: nobody knows. */
type ReceivedFrom = (peer: { address: string; port: number }) => number | null
type IpOf = (request: Request, listener: Listener) => string
type Routes = Record<string, Answer | Record<string, Answer>>

/** The relay's routes as the listener knows them. What goes out by any of them is inert in a browser. */
export function relayRoutes(deps: RelayDeps, ipOf: IpOf, receivedFrom: ReceivedFrom): Routes {
  const told = (answer: Answer) => inBrowsers(answer, () => deps.options.get('relay_setting.browser_origins'))
  return Object.fromEntries(
    Object.entries(journeys(deps, ipOf, receivedFrom)).map(([path, answers]) => [path, onEveryMethod(answers, told)]),
  )
}

function onEveryMethod(answers: Routes[string], told: (answer: Answer) => Answer): Routes[string] {
  if (typeof answers === 'function') return told(answers)
  const [any] = Object.values(answers)
  const byMethod = Object.entries(answers).map(([method, answer]) => [method, told(answer)])
  return { ...Object.fromEntries(byMethod), ...(any && { OPTIONS: told(any) }) }
}

const inBrowsers =
  (answer: Answer, origins: () => readonly string[]): Answer =>
  async (request, listener) => {
    if (request.method === 'OPTIONS') return answerPreflight(request, origins())
    const response = await answer(request, listener)
    if (response) tellBrowsers(response, request, origins())
    return response
  }

/** Nothing stands between the socket and the journey. */
function journeys(deps: RelayDeps, ipOf: IpOf, receivedFrom: ReceivedFrom): Routes {
  const refusing =
    (endpoint: RelayEndpoint, code: 'route_unknown' | 'method_not_allowed' | 'api_not_implemented'): Answer =>
    request => {
      const { pathname: path } = new URL(request.url)
      const refusal = relayError(code, { method: request.method, path })
      return closing(errorResponse(newCall(endpoint, request.headers), refusal, deps.log).response)
    }
  const relaying =
    (callOf: (request: Request, connection: ClientConnection) => RelayCall | null, root: RelayEndpoint): Answer =>
    (request, listener) => {
      const call = callOf(request, connectionOf(request, listener, receivedFrom))
      if (!call) return refusing(root, 'route_unknown')(request, listener)
      // An answer may take as long as the relay's own limits let it.
      listener.timeout(request, 0)
      return relay(call, request, () => ipOf(request, listener), deps)
    }
  const relayed = relayEndpoints.map(endpoint => {
    const post = relaying((request, connection) => newCall(endpoint, request.headers, null, connection), endpoint)
    const other = refusing(endpoint, 'method_not_allowed')
    return [endpoint.path, { POST: post, GET: other, PUT: other, DELETE: other, PATCH: other }] as const
  })
  const live: Answer = (request, listener) => {
    listener.timeout(request, 0)
    const call = newCall(REALTIME, request.headers, null, connectionOf(request, listener, receivedFrom))
    return openSession(call, request, listener, ipOf(request, listener), deps)
  }
  const models: Answer = (request, listener) => answerModels(request, () => ipOf(request, listener), deps)
  return {
    ...Object.fromEntries(relayed),
    [REALTIME.path]: { GET: live, POST: refusing(REALTIME, 'method_not_allowed') },
    '/v1/models': { GET: models },
    '/v1/models/*': {
      GET: models,
      POST: relaying(geminiCall, OPENAI_ROOT),
      DELETE: refusing(OPENAI_ROOT, 'api_not_implemented'),
    },
    ...Object.fromEntries(unservedPaths.map(path => [path, refusing(OPENAI_ROOT, 'api_not_implemented')])),
    '/v1/*': refusing(OPENAI_ROOT, 'route_unknown'),
    '/v1beta/models': { GET: models },
    '/v1beta/models/*': { GET: models, POST: relaying(geminiCall, GEMINI_ROOT) },
    '/v1beta/*': refusing(GEMINI_ROOT, 'route_unknown'),
  }
}

/** null: the path names no method of Gemini's that is relayed. */
function geminiCall({ url, headers }: Request, connection: ClientConnection): RelayCall | null {
  const address = readGeminiAddress(url)
  const endpoint = address && geminiEndpoints.get(address.method)
  return endpoint ? newCall(endpoint, headers, address, connection) : null
}

/** The listener counts whole seconds, up to this. */
const LONGEST_TIMEOUT_SECONDS = 255

const connectionOf = (request: Request, listener: Listener, receivedFrom: ReceivedFrom): ClientConnection => ({
  peer: () => listener.requestIP(request),
  received() {
    const peer = listener.requestIP(request)
    return peer && receivedFrom(peer)
  },
  limitUnread: seconds => listener.timeout(request, Math.min(Math.ceil(seconds), LONGEST_TIMEOUT_SECONDS)),
})
