import { readMember, readMembersOf, type ScannedObject, scanObject } from '@tollgate/gateway'
import { relayError } from '../../relay/call/relay-error.ts'
import { asRequestError } from '../../relay/request/as-request-error.ts'
import { inspectTextInThread } from '../../relay/request/large-body/inspection-pool.ts'
import type { Message } from '../../relay/upstream/transports/end.ts'
import type { Conversation } from './conversations.ts'

/** A client's request for a response: `response.create` with the members of a `POST /v1/responses`. */
export interface CreateMessage {
  body: ScannedObject
  /** The lane that the events are for; null: the client names none. */
  lane: string | null
  /** False: the conversation is only stored, for the next request to continue. */
  generates: boolean
  /** The previous response; null: none. */
  previousId: string | null
}

const FORMAT = 'openai-responses'
/** Longer messages are scanned in a thread, like bodies. */
const LONGEST_READ_AT_ONCE = 256 * 1024
const LANE = /^[\w.-]{1,256}$/

/** @throws ApiError for a message that is not such a request */
export async function readClientMessage(message: Message): Promise<CreateMessage> {
  if (typeof message !== 'string') throw refused('messages must be text')
  const body = await scan(message)
  const member = (name: string) => readMember(body, name)
  if (member('type') !== 'response.create') throw refused('the type of a message must be response.create')
  if (member('background') === true) throw refused('background is not possible over a socket; send it with POST')
  const [lane, previousId] = [member('stream_id') ?? null, member('previous_response_id')]
  if (lane !== null && !(typeof lane === 'string' && LANE.test(lane)))
    throw refused('stream_id must be 1 to 256 letters, digits, _, . or -')
  return {
    body,
    lane,
    generates: member('generate') !== false,
    previousId: typeof previousId === 'string' ? previousId : null,
  }
}

const refused = (reason: string) => relayError('ask_not_understood', { reason })

async function scan(text: string): Promise<ScannedObject> {
  if (text.length > LONGEST_READ_AT_ONCE) return inspectTextInThread(text, { format: FORMAT, forbiddenWords: [] })
  try {
    return scanObject(text, readMembersOf(FORMAT))
  } catch (error) {
    throw asRequestError(error)
  }
}

/** Members of the message that do not belong to the request. */
const ENVELOPE = new Set(['type', 'generate', 'stream_id', 'background', 'stream'])

/**
 * Returns the body of the same request by POST.
 *
 * @param before the conversation it continues; null: there is none, or it is stored elsewhere
 */
export function postBody({ body }: CreateMessage, before: Pick<Conversation, 'base' | 'items'> | null): string {
  const replaced = before === null ? [] : ['input', 'previous_response_id']
  const kept = body.members.filter(({ name }) => !ENVELOPE.has(name) && !replaced.includes(name))
  const members = kept.map(({ nameStart, valueEnd }) => body.text.slice(nameStart, valueEnd))
  if (before) members.push(`"input":[${joined(before.items, inputItems(body))}]`)
  if (before?.base) members.push(`"previous_response_id":${JSON.stringify(before.base)}`)
  return `{${[...members, '"stream":true'].join(',')}}`
}

/** Returns the items of a request's input as JSON, with commas between. */
export function inputItems({ text, members }: ScannedObject): string {
  const input = members.findLast(({ name }) => name === 'input')
  if (!input) return ''
  const written = text.slice(input.valueStart, input.valueEnd)
  return written.startsWith('[') ? itemsOf(written) : `{"role":"user","content":${written}}`
}

/** Returns the text between the brackets of a JSON array. */
export const itemsOf = (array: string): string => array.slice(1, -1).trim()

/** Joins lists of items. */
export const joined = (...lists: readonly string[]): string => lists.filter(items => items !== '').join(',')
