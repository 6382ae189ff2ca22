import { relayError } from '../../relay/call/relay-error.ts'
import { readBody } from '../../relay/request/read-body.ts'
import type { TaskCallContext } from './serve-task-call.ts'

/** For videos with pictures, in characters. Each pass over a longer body would delay other calls. */
export const WITH_PICTURES = { characters: 32 * 1024 * 1024, words: '32 MiB' }
/** For text and options only. */
export const OF_WORDS = { characters: 1024 * 1024, words: '1 MiB' }

/**
 * Reads a JSON object. Of repeated members the last counts, because the body is rewritten for the upstream.
 *
 * @param longest the limit for a body of the endpoint
 * @throws ApiError
 */
export async function readTaskBody(
  context: TaskCallContext,
  longest: typeof OF_WORDS,
): Promise<Record<string, unknown>> {
  const { call, request } = context
  // Submissions are searched for forbidden words separately.
  const inspection = { format: call.endpoint.format, forbiddenWords: [] }
  const read = await readBody(request, inspection, call.memory, steadinessOf(context))
  const text = typeof read === 'string' ? read : read.text
  if (text.length > longest.characters) throw relayError('body_too_large', { limit: longest.words })
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (error) {
    throw relayError('body_not_json', { reason: error instanceof Error ? error.message : String(error) })
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw relayError('body_not_json', { reason: 'it must be an object' })
  return body as Record<string, unknown> // an object is one
}

/** How fast a request body must arrive. */
export const steadinessOf = ({ call: { connection }, deps: { options, watchdog } }: TaskCallContext) => ({
  watchdog,
  seconds: options.get('connection_setting.body_seconds'),
  received: connection?.received,
})
