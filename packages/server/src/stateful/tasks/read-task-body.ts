import { relayError } from '../../relay/call/relay-error.ts'
import { readBody } from '../../relay/request/read-body.ts'
import type { TaskCallContext } from './serve-task-call.ts'

/**
 * Reads a JSON object. The last of repeated members counts, because the object is rewritten for the upstream. @throws
 * ApiError
 */
export async function readTaskBody(context: TaskCallContext): Promise<Record<string, unknown>> {
  const { call, request } = context
  // Submissions are searched for forbidden words separately.
  const inspection = { format: call.endpoint.format, forbiddenWords: [] }
  const read = await readBody(request, inspection, call.memory, steadinessOf(context))
  const text = typeof read === 'string' ? read : read.text
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (error) {
    throw relayError('body_not_json', { reason: error instanceof Error ? error.message : String(error) })
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw relayError('body_not_json', { reason: 'it is no object' })
  return body as Record<string, unknown> // an object is one
}

/** How fast a request body must arrive. */
export const steadinessOf = ({ call: { connection }, deps: { options, watchdog } }: TaskCallContext) => ({
  watchdog,
  seconds: options.get('connection_setting.body_seconds'),
  received: connection?.received,
})
