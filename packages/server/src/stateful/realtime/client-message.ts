import { type RealtimeMessage, readMembersOf, readRealtimeMessage, scanObject } from '@tollgate/gateway'
import { relayError } from '../../relay/call/relay-error.ts'
import { asRequestError } from '../../relay/request/as-request-error.ts'
import type { Message } from '../../relay/upstream/transports/end.ts'

const READ_MEMBERS = readMembersOf('openai-realtime')

/** A client's message as it is sent on, and as it was understood. */
interface ReadMessage {
  text: string
  parsed: RealtimeMessage
}

/**
 * Parses a client's message, whether its frame says text or bytes. What the gateway cannot read is refused, because an
 * upstream with a more lenient parser would obey it unseen.
 *
 * @throws ApiError for a message that is no JSON object, is ambiguous or too complex
 */
export function readClientMessage(message: Message): ReadMessage {
  const text = typeof message === 'string' ? message : textOf(message)
  const { members } = scan(text)
  const parsed = readRealtimeMessage(text)
  // the scan leaves the insides of strings to the parser
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
