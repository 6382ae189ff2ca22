import { merge, patchJson, type RealtimeMessage } from '@tollgate/gateway'
import { relayError } from '../errors/relay-error.ts'

/**
 * A client's change of settings as its upstream is to hear it: a session keeps its model, which the upstream knows by a
 * name of its own. The message itself where it names none.
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
