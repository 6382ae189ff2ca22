import { type EndpointTraits, endpoints, type Format } from '@tollgate/gateway'

/** Where a call arrived. */
export interface RelayEndpoint extends Omit<EndpointTraits, 'isSocket'> {
  path: string
  format: Format
}

/** Where a path stands for every call below it: errors that belong to no endpoint are written in its dialect. */
export const OPENAI_ROOT: RelayEndpoint = {
  path: '/v1',
  format: 'openai-chat',
  errors: endpoints['openai-chat'].errors,
}
export const GEMINI_ROOT: RelayEndpoint = { path: '/v1beta', format: 'gemini', errors: endpoints.gemini.errors }

const formats = Object.keys(endpoints) as Format[] // the table's own keys

/** Every endpoint that is relayed to a channel, as its protocol has it. */
export const relayEndpoints: RelayEndpoint[] = formats.flatMap(format => {
  const { isSocket, ...endpoint } = endpoints[format]
  return 'path' in endpoint && !isSocket ? [{ format, ...endpoint }] : []
})

/** A socket instead of a body. */
export const REALTIME: RelayEndpoint = {
  path: '/v1/realtime',
  format: 'openai-realtime',
  errors: endpoints['openai-realtime'].errors,
}

/** Endpoints of OpenAI that no channel serves. */
export const unservedPaths = ['/v1/images/variations', '/v1/files', '/v1/files/*', '/v1/fine-tunes', '/v1/fine-tunes/*']

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
