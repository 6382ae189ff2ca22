import type { Failure } from '../../errors/write-error.ts'
import { asText, type JsonObject, objectOrEmpty, tryParse } from '../../raw/json.ts'
import { openAiErrors } from '../openai-chat/errors.ts'

/** A text message of a live session, from either side, as far as the gateway reads it. */
export interface RealtimeMessage {
  /** Empty: not a message of the protocol. */
  type: string
  /** The response it belongs to; null: it names none. */
  responseId: string | null
  event: JsonObject
}

export function readRealtimeMessage(text: string): RealtimeMessage {
  const event = objectOrEmpty(tryParse(text))
  return {
    type: asText(event.type) ?? '',
    responseId: asText(event.response_id) ?? asText(objectOrEmpty(event.response).id),
    event,
  }
}

/** Returns a live session's error message. */
export const writeErrorMessage = (failure: Failure): string =>
  JSON.stringify({ type: 'error', event_id: `evt_${failure.requestId}`, ...openAiErrors.body(failure) })
