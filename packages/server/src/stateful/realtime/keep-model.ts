import { merge, patchJson, type RealtimeMessage } from '@tollgate/gateway'
import { relayError } from '../../relay/call/relay-error.ts'

/**
 * Returns a client's `session.update` with the upstream's name of the session's model, which cannot change. Returns a message
 * without a model unchanged.
 *
 * @throws ApiError
 */
export function keepModel(
  message: string,
  { event: { session } }: RealtimeMessage,
  { model, upstreamModel }: { model: string; upstreamModel: string },
): string {
  const named = typeof session === 'object' && session !== null && 'model' in session ? session.model : undefined
  if (named === undefined || named === upstreamModel) return message
  if (named !== model) throw relayError('session_keeps_model', { model })
  return patchJson(message, { session: merge({ model: upstreamModel }) })
}
