import type { Server } from 'bun'
import { answerFailure } from './answer-failure.ts'
import { type RelayEndpoint, relayEndpoints } from './endpoints.ts'
import { answerModels } from './models.ts'
import { refuse } from './refusal.ts'
import { type RelayDeps, relay } from './relay.ts'
import { newCall } from './relay-call.ts'

type Listener = Server<undefined>
type Answer = (request: Request, listener: Listener) => Promise<Response> | Response
type IpOf = (request: Request, listener: Listener) => string

/** The relay's routes as the listener knows them: nothing stands between the socket and the journey. */
export function relayRoutes(deps: RelayDeps, ipOf: IpOf): Record<string, Answer | Record<string, Answer>> {
  const refusing =
    (endpoint: RelayEndpoint, code: 'route_unknown' | 'method_not_allowed'): Answer =>
    request => {
      const { pathname: path } = new URL(request.url)
      return answerFailure(newCall(endpoint, request.headers), refuse(code, { method: request.method, path }), deps.log)
        .response
    }
  const relayed = relayEndpoints.map(endpoint => {
    const post: Answer = (request, listener) => {
      // An answer may take as long as the relay's own limits let it.
      listener.timeout(request, 0)
      return relay(endpoint, request, () => ipOf(request, listener), deps)
    }
    const other = refusing(endpoint, 'method_not_allowed')
    return [endpoint.path, { POST: post, GET: other, PUT: other, DELETE: other, PATCH: other }] as const
  })
  return {
    ...Object.fromEntries(relayed),
    '/v1/models': { GET: (request, listener) => answerModels(request, () => ipOf(request, listener), undefined, deps) },
    '/v1/models/*': {
      GET: (request, listener) =>
        answerModels(
          request,
          () => ipOf(request, listener),
          decodeURIComponent(new URL(request.url).pathname.slice('/v1/models/'.length)),
          deps,
        ),
    },
    '/v1/*': refusing({ path: '/v1', format: 'openai-chat', errors: 'openai' }, 'route_unknown'),
  }
}
