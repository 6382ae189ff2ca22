import type { RealtimeMessage } from '@tollgate/gateway'
import type { LoggedCall } from '../../relay/request/logged-call.ts'
import type { SentRequest } from '../../relay/upstream/upstream-request.ts'
import { keepModel } from './keep-model.ts'
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
