import { type EndpointTraits, endpoints, type Format } from '@tollgate/gateway'

/** Where a call arrived. */
export interface RelayEndpoint extends Omit<EndpointTraits, 'isSocket'> {
  path: string
  format: Format
  /** The client wants a shortened conversation instead of an answer. */
  compacts?: true
}

/** Stands for all paths below it: errors outside of any endpoint use its dialect. */
export const OPENAI_ROOT: RelayEndpoint = {
  path: '/v1',
  format: 'openai-chat',
  errors: endpoints['openai-chat'].errors,
}
const GEMINI_ROOT: RelayEndpoint = { path: '/v1beta', format: 'gemini', errors: endpoints.gemini.errors }
const ANTHROPIC_ROOT: RelayEndpoint = {
  path: '/v1',
  format: 'anthropic-messages',
  errors: endpoints['anthropic-messages'].errors,
}

/** The roots of the API, by version. */
export const roots: readonly RelayEndpoint[] = [OPENAI_ROOT, GEMINI_ROOT]

/** Returns the root for a request whose path matches no endpoint. */
export function rootOf({ headers, url }: Request): RelayEndpoint {
  const { pathname } = new URL(url)
  const isOpenAi = pathname.includes('/openai/')
  if (headers.has('x-goog-api-key') || (/\/v1(alpha|beta)\//.test(pathname) && !isOpenAi)) return GEMINI_ROOT
  return headers.has('anthropic-version') || pathname.includes('/messages') ? ANTHROPIC_ROOT : OPENAI_ROOT
}

const formats = Object.keys(endpoints) as Format[] // the table's own keys

/** Every endpoint that is relayed to a channel, under its protocol's own path. */
export const relayEndpoints: RelayEndpoint[] = formats.flatMap(format => {
  const { isSocket, ...endpoint } = endpoints[format]
  return 'path' in endpoint && !isSocket ? [{ format, ...endpoint }] : []
})

/**
 * OpenAI's endpoints under Azure's paths, which name the model.
 * https://learn.microsoft.com/azure/ai-foundry/openai/reference
 */
export const deploymentEndpoints = relayEndpoints
  .filter(({ format }) => format.startsWith('openai-') && format !== 'openai-responses')
  .map(endpoint => ({ path: `/openai/deployments/:deployment${endpoint.path.replace('/v1', '')}`, endpoint }))

/** The endpoint that also takes requests over a WebSocket. */
export const RESPONSES: RelayEndpoint = {
  path: '/v1/responses',
  format: 'openai-responses',
  errors: endpoints['openai-responses'].errors,
}

/** Asks a model to shorten a conversation; otherwise an ordinary response. */
export const COMPACT: RelayEndpoint = {
  path: '/v1/responses',
  format: 'openai-responses',
  errors: endpoints['openai-responses'].errors,
  compacts: true,
}

/** Takes a WebSocket instead of a body. */
export const REALTIME: RelayEndpoint = {
  path: '/v1/realtime',
  format: 'openai-realtime',
  errors: endpoints['openai-realtime'].errors,
}

/** Endpoints of OpenAI that no channel serves. */
export const unservedPaths = ['/v1/images/variations', '/v1/fine-tunes', '/v1/fine-tunes/*']

/** The methods of Gemini's models that are relayed to a channel; the path names model and method. */
export const geminiEndpoints = new Map<string, RelayEndpoint>(
  formats.flatMap(format => {
    const endpoint = endpoints[format]
    if (!('methods' in endpoint)) return []
    const { methods, ...traits } = endpoint
    return methods.map((method): [string, RelayEndpoint] => [
      method,
      { path: `/v1beta/models/{model}:${method}`, format, ...traits },
    ])
  }),
)
