import { type EndpointTraits, endpoints, type Format } from '@tollgate/gateway'

/** Where a call arrived. */
export interface RelayEndpoint extends Omit<EndpointTraits, 'isSocket'> {
  path: string
  format: Format
  /** The client wants the conversation back, shortened, instead of an answer. */
  compacts?: true
}

/** Stands for every path below it: errors that belong to no endpoint are written in its dialect. */
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

/** By the version in the path. */
export const roots: readonly RelayEndpoint[] = [OPENAI_ROOT, GEMINI_ROOT]

/** The root whose client sends a request to a path that no endpoint serves. */
export function rootOf({ headers, url }: Request): RelayEndpoint {
  const { pathname } = new URL(url)
  const isOpenAi = pathname.includes('/openai/')
  if (headers.has('x-goog-api-key') || (/\/v1(alpha|beta)\//.test(pathname) && !isOpenAi)) return GEMINI_ROOT
  return headers.has('anthropic-version') || pathname.includes('/messages') ? ANTHROPIC_ROOT : OPENAI_ROOT
}

const formats = Object.keys(endpoints) as Format[] // the table's own keys

/** Every endpoint that is relayed to a channel, as its protocol has it. */
export const relayEndpoints: RelayEndpoint[] = formats.flatMap(format => {
  const { isSocket, ...endpoint } = endpoints[format]
  return 'path' in endpoint && !isSocket ? [{ format, ...endpoint }] : []
})

/**
 * The same endpoints of OpenAI under Azure's paths, which name the model.
 * https://learn.microsoft.com/azure/ai-foundry/openai/reference
 */
export const deploymentEndpoints = relayEndpoints
  .filter(({ format }) => format.startsWith('openai-') && format !== 'openai-responses')
  .map(endpoint => ({ path: `/openai/deployments/:deployment${endpoint.path.replace('/v1', '')}`, endpoint }))

/** The endpoint whose requests also come over a socket. */
export const RESPONSES: RelayEndpoint = {
  path: '/v1/responses',
  format: 'openai-responses',
  errors: endpoints['openai-responses'].errors,
}

/** Asks a model to shorten a conversation: a response like any other, except for its use. */
export const COMPACT: RelayEndpoint = {
  path: '/v1/responses',
  format: 'openai-responses',
  errors: endpoints['openai-responses'].errors,
  compacts: true,
}

/** A socket instead of a body. */
export const REALTIME: RelayEndpoint = {
  path: '/v1/realtime',
  format: 'openai-realtime',
  errors: endpoints['openai-realtime'].errors,
}

/** Endpoints of OpenAI that no channel serves. */
export const unservedPaths = ['/v1/images/variations', '/v1/fine-tunes', '/v1/fine-tunes/*']

/** Every method of Gemini's models that is relayed to a channel; the path names model and method. */
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
