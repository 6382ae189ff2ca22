import { asText, readMember, type SseFrame, scanObject } from '@tollgate/gateway'
import { type RelayErrorCode, relayErrors } from '../../platform/messages/relay-errors.ts'
import { itemsOf, joined } from './client-message.ts'
import type { Conversation } from './conversations.ts'

/** What the next request may need from a response's events. */
export interface ResponseRecord {
  note(frame: SseFrame): void
  /** The response and its items; null: it failed, or its upstream keeps it. */
  result(): Pick<Conversation, 'responseId' | 'items'> | null
}

export function recordResponse(): ResponseRecord {
  const items: string[] = []
  let result: ReturnType<ResponseRecord['result']> = null

  return {
    note({ event, data }) {
      if (data === null || !NOTED.test(event ?? data)) return
      const { type, item, response } = membersOf(data)
      if (type === '"response.output_item.done"' && item) items.push(item)
      if (!response || !ENDS.has(type ?? '')) return
      const { id, output, store } = membersOf(response)
      if (!id || store === 'true') return
      // Some upstreams repeat no items in the last event.
      const shown = items.length > 0 ? joined(...items) : itemsOf(output ?? '[]')
      result = { responseId: JSON.parse(id), items: shown }
    },
    result: () => result,
  }
}

const NOTED = /response\.(output_item\.done|completed|incomplete)/
const ENDS = new Set(['"response.completed"', '"response.incomplete"'])

/** The members of a JSON object as they are written; none where it is no object. */
function membersOf(text: string): Partial<Record<string, string>> {
  try {
    const { members } = scanObject(text)
    return Object.fromEntries(members.map(({ name, valueStart, valueEnd }) => [name, text.slice(valueStart, valueEnd)]))
  } catch {
    return {}
  }
}

/** Returns an event as a message of a socket. */
export function eventMessage({ event, data }: Pick<SseFrame, 'event'> & { data: string }, lane: string | null): string {
  const isError = event === 'error' || (event === null && data.startsWith('{"type":"error"'))
  return inLane(isError ? errorMessage(data) : data, lane)
}

/** Returns a message, which is a JSON object with members, with its lane. */
export const inLane = (message: string, lane: string | null): string =>
  lane === null ? message : message.replace('{', `{"stream_id":"${lane}",`)

/**
 * Returns an error as a socket has it: `{type: "error", status, error}`.
 *
 * @param body the error as a response's body or as a stream's event
 * @param status of the response; undefined: told by the code
 */
export function errorMessage(body: string, status?: number): string {
  const error = errorIn(body)
  const known = Object.hasOwn(relayErrors, asText(error.code) ?? '')
    ? relayErrors[error.code as RelayErrorCode]
    : undefined
  return JSON.stringify({
    type: 'error',
    status: status ?? known?.status ?? UNKNOWN.status,
    error: { type: known?.type ?? UNKNOWN.type, ...error },
  })
}

const UNKNOWN = { status: 502, type: 'api_error' }

/** The members of an error, in the body's shape or the event's. */
function errorIn(body: string): Record<string, unknown> {
  try {
    const scanned = scanObject(body)
    const inner = readMember(scanned, 'error')
    if (typeof inner === 'object' && inner !== null) return { ...inner }
    return {
      code: readMember(scanned, 'code'),
      message: readMember(scanned, 'message'),
      param: readMember(scanned, 'param'),
    }
  } catch {
    return { code: 'upstream_error', message: body }
  }
}
