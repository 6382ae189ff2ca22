import { type RealtimeMessage, readMembersOf, readRealtimeMessage, scanObject } from '@tollgate/gateway'
import { relayError } from '../../relay/call/relay-error.ts'
import { asRequestError } from '../../relay/request/as-request-error.ts'
import type { Message } from '../../relay/upstream/transports/end.ts'

const READ_MEMBERS = readMembersOf('openai-realtime')

/** A client's message as text, and parsed. */
interface ReadMessage {
  text: string
  parsed: RealtimeMessage
}

/**
 * Parses a client's message from a text or binary frame. Refuses whatever the gateway cannot read, because an upstream with a
 * more lenient parser would act on it unchecked.
 *
 * @throws ApiError for a message that is not a JSON object, or is ambiguous or too complex
 */
export function readClientMessage(message: Message): ReadMessage {
  const text = typeof message === 'string' ? message : textOf(message)
  const { members } = scan(text)
  const parsed = readRealtimeMessage(text)
  // the scan does not check the contents of strings
  if (members.length > 0 && Object.keys(parsed.event).length === 0) throw unreadable('it has an invalid string')
  return { text, parsed }
}

function scan(text: string) {
  try {
    return scanObject(text, READ_MEMBERS)
  } catch (error) {
    throw asRequestError(error)
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw unreadable('it is not UTF-8')
  }
}

const unreadable = (reason: string) => relayError('body_not_json', { reason })
