import { merge, patchJson, type RealtimeMessage } from '@tollgate/gateway'
import { relayError } from '../../relay/call/relay-error.ts'
import type { LoggedCall } from '../../relay/request/logged-call.ts'
import type { SentRequest } from '../../relay/upstream/upstream-request.ts'
import { withoutLiveChoices } from './without-live-choices.ts'

const SESSION_UPDATE = /^(transcription_)?session\.update$/

/**
 * Returns a client's message for the upstream: with the upstream's name of the model, and without anything the channel does
 * not let clients send.
 *
 * @throws ApiError
 */
export function outgoingMessage(
  text: string,
  parsed: RealtimeMessage,
  { logged, sentRequest }: { logged: LoggedCall; sentRequest: SentRequest },
): string {
  const { model, losses } = sentRequest
  const names = { model: logged.model, upstreamModel: model }
  const kept = SESSION_UPDATE.test(parsed.type) ? keepModel(text, parsed, names) : text
  const channel = logged.tried.at(-1)
  return channel ? withoutLiveChoices(kept, { model, channel, losses }) : kept
}

/**
 * Returns a client's `session.update` with the upstream's name of the session's model, which cannot change. Returns a message
 * without a model unchanged.
 *
 * @throws ApiError
 */
function keepModel(
  message: string,
  { event: { session } }: RealtimeMessage,
  { model, upstreamModel }: { model: string; upstreamModel: string },
): string {
  const named = typeof session === 'object' && session !== null && 'model' in session ? session.model : undefined
  if (named === undefined || named === upstreamModel) return message
  if (named !== model) throw relayError('session_keeps_model', { model })
  return patchJson(message, { session: merge({ model: upstreamModel }) })
}
