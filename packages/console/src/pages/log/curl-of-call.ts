import type { PlaygroundFormat } from '@tollgate/contract'

interface Call {
  /** The endpoint as in the row: `/v1/chat/completions`, `/v1beta/models/{model}:generateContent`. */
  path: string
  model: string
  isStream: boolean
}

/** An endpoint's smallest request besides the model, and the playground's format if it has one. */
interface Endpoint {
  body: (call: Call) => object
  headers?: readonly string[]
  format?: PlaygroundFormat
}

/** Placeholders in the copied command for data that is not stored: a shell variable, and words to replace. */
const KEY = '$TOLLGATE_KEY'
const CONTENT = 'YOUR PROMPT'

const bearer = [`Authorization: Bearer ${KEY}`]
const streamed = ({ isStream }: Call) => (isStream ? { stream: true } : {})
const gemini: Endpoint = {
  headers: [`x-goog-api-key: ${KEY}`],
  format: 'gemini',
  body: () => ({ contents: [{ role: 'user', parts: [{ text: CONTENT }] }] }),
}

const endpoints: Record<string, Endpoint> = {
  '/v1/chat/completions': {
    format: 'openai-chat',
    body: call => ({ model: call.model, messages: [{ role: 'user', content: CONTENT }], ...streamed(call) }),
  },
  '/v1/responses': {
    format: 'openai-responses',
    body: call => ({ model: call.model, input: CONTENT, ...streamed(call) }),
  },
  '/v1/messages': {
    format: 'anthropic-messages',
    headers: [`x-api-key: ${KEY}`, 'anthropic-version: 2023-06-01'],
    body: call => ({
      model: call.model,
      max_tokens: 1024,
      messages: [{ role: 'user', content: CONTENT }],
      ...streamed(call),
    }),
  },
  '/v1beta/models/{model}:generateContent': gemini,
  '/v1beta/models/{model}:streamGenerateContent': gemini,
  '/v1beta/interactions': { body: call => ({ model: call.model, input: CONTENT, ...streamed(call) }) },
  '/v1/completions': { body: call => ({ model: call.model, prompt: CONTENT, ...streamed(call) }) },
  '/v1/embeddings': { body: ({ model }) => ({ model, input: CONTENT }) },
  '/v1/moderations': { body: ({ model }) => ({ model, input: CONTENT }) },
  '/v1/images/generations': { body: ({ model }) => ({ model, prompt: CONTENT }) },
  '/v1/audio/speech': { body: ({ model }) => ({ model, input: CONTENT, voice: 'alloy' }) },
  '/v1/rerank': { body: ({ model }) => ({ model, query: CONTENT, documents: ['A', 'B'] }) },
}

/** The playground's format for an endpoint; undefined: the playground cannot call it. */
export const formatOfPath = (path: string): PlaygroundFormat | undefined => endpoints[path]?.format

/**
 * Returns a command that calls the same model at the same endpoint, with placeholders for the key and the question,
 * which are not stored. null for an endpoint whose requests are not JSON, such as forms and sockets.
 * @param address the gateway's, without a trailing slash and without `/v1`
 */
export function curlOfCall(call: Call, address: string): string | null {
  const endpoint = endpoints[call.path]
  if (!endpoint) return null
  const path = call.path.replace('{model}', encodeURIComponent(call.model).replaceAll('!', '%21'))
  const query = path.endsWith(':streamGenerateContent') ? '?alt=sse' : ''
  const lines = [
    `curl ${call.isStream ? '-N ' : ''}"${address}${path}${query}"`,
    ...[...(endpoint.headers ?? bearer), 'Content-Type: application/json'].map(header => `-H "${header}"`),
    `-d ${inShell(JSON.stringify(endpoint.body(call)))}`,
  ]
  return lines.join(' \\\n  ')
}

/** Between single quotes only the quote itself is special. */
const inShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
