import { asText, readMember, type SseFrame, scanObject } from '@tollgate/gateway'
import { type RelayErrorCode, relayErrors } from '../../platform/messages/relay-errors.ts'
import { itemsOf, joined } from './client-message.ts'
import type { Conversation } from './conversations.ts'

/** Collects what the next request may need from a response's events. */
export interface ResponseRecord {
  note(frame: SseFrame): void
  /** Returns the response and its items; null: it failed, or its upstream stores it. */
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
      // Some upstreams do not repeat the items in the last event.
      const shown = items.length > 0 ? joined(...items) : itemsOf(output ?? '[]')
      result = { responseId: JSON.parse(id), items: shown }
    },
    result: () => result,
  }
}

const NOTED = /response\.(output_item\.done|completed|incomplete)/
const ENDS = new Set(['"response.completed"', '"response.incomplete"'])

/** Returns the members of a JSON object unparsed; none if it is not an object. */
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

/** Adds the lane to a message, which is a non-empty JSON object. */
export const inLane = (message: string, lane: string | null): string =>
  lane === null ? message : message.replace('{', `{"stream_id":"${lane}",`)

/**
 * Returns an error in a socket's form: `{type: "error", status, error}`.
 *
 * @param body the error as a response's body or a stream's event
 * @param status the response's status; undefined: derived from the code
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

/** Returns the members of an error, from a body or an event. */
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
