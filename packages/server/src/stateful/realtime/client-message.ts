import {
  AmbiguousMember,
  JsonTooComplex,
  type RealtimeMessage,
  readMembersOf,
  readRealtimeMessage,
  scanObject,
} from '@tollgate/gateway'
import { asRequestError } from '../../relay/request/as-request-error.ts'

const READ_MEMBERS = readMembersOf('openai-realtime')

/**
 * Parses a client's message. Invalid JSON is passed on, for the upstream to refuse.
 *
 * @throws ApiError for a message that is ambiguous or too complex
 */
export function readClientMessage(message: string): RealtimeMessage {
  try {
    scanObject(message, READ_MEMBERS)
  } catch (error) {
    if (error instanceof AmbiguousMember || error instanceof JsonTooComplex) throw asRequestError(error)
  }
  return readRealtimeMessage(message)
}
