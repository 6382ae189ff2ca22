import { asText, type JsonObject, objectOrEmpty, tryParse } from '../../raw/json.ts'

/** A text message of a live session, either side's, as far as the gateway looks into it. */
export interface RealtimeMessage {
  /** Empty: no message of the protocol's. */
  type: string
  /** Which response it belongs to; null: it does not say. */
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
