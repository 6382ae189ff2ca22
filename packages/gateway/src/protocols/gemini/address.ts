import type { RequestAddress } from '../common/dialect.ts'

/**
 * The parts of a path such as `/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse`. On Vertex, projects and
 * publishers come before it; a model's name may itself have slashes and colons.
 */
export interface GeminiAddress extends RequestAddress {
  /** `generateContent`, `streamGenerateContent`, `countTokens`, `embedContent`, … */
  method: string
  /** The client wants server-sent events instead of one JSON array. */
  asksForEvents: boolean
}

/** null: the path names no model and method. */
export function readAddress(path: string): GeminiAddress | null {
  const [before = '', query] = path.split('?')
  const match = /\/models\/(.+):(\w+)$/.exec(before)
  if (!match) return null
  const [, model = '', method = ''] = match
  return {
    model: decode(model),
    method,
    stream: method === 'streamGenerateContent',
    asksForEvents: new URLSearchParams(query).get('alt') === 'sse',
  }
}

/** Returns the end of an upstream's path for a model, which follows the version or, on Vertex, the publisher. */
export const writeAddress = ({ model, method, asksForEvents }: Omit<GeminiAddress, 'stream'>): string =>
  `/models/${model.split('/').map(encodeURIComponent).join('/')}:${method}${asksForEvents ? '?alt=sse' : ''}`

/** Returns the same for a conversation the gateway writes. */
export const writeChatAddress = ({ model, stream }: RequestAddress): string =>
  writeAddress({ model, method: stream ? 'streamGenerateContent' : 'generateContent', asksForEvents: stream })

function decode(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
