import {
  asCode,
  type CanonicalRequest,
  type ClientDialectId,
  clientDialects,
  parseExact,
  RequestRefused,
  readMember,
} from '@tollgate/gateway'
import { ApiError } from '../../platform/http/api-error.ts'
import type { RelayCall } from '../call/relay-call.ts'
import { relayError } from '../call/relay-error.ts'
import type { Envelope } from './envelope.ts'
import { parseInTurns } from './parse-in-turns.ts'

/**
 * Bytes of memory for each byte of text that is parsed and written again. Measured: 1 for long texts, 2.4 for very short
 * messages, 4 for numbers, 24 for nothing but empty objects.
 */
const PARSED_FACTOR = 4

/**
 * Parses a conversation into a canonical request, for an upstream that speaks another dialect.
 *
 * @param parsed its body by `parseLong`; undefined: parsed here
 * @throws ApiError
 */
export function readRequest(
  { endpoint, address, memory }: RelayCall,
  envelope: Envelope,
  parsed?: unknown,
): CanonicalRequest {
  if (parsed === undefined) memory.grow(envelope.body.text.length * PARSED_FACTOR)
  try {
    const body = parsed === undefined ? parseExact(envelope.body.text) : parsed
    if (envelope.body.text.length > MOST_ELEMENTS) refuseLongLists(body)
    return clientDialects[endpoint.format as ClientDialectId].readRequest(body, address ?? undefined)
  } catch (error) {
    if (error instanceof RequestRefused) throw asRelayError(error, envelope)
    throw error instanceof ApiError ? error : notJson(error)
  }
}

/** Parses a long body without delaying other calls. @throws ApiError */
export async function parseLong({ memory }: RelayCall, { body }: Envelope): Promise<unknown> {
  memory.grow(body.text.length * PARSED_FACTOR)
  return await parseInTurns(body).catch(error => {
    throw notJson(error)
  })
}

/** Every message and every part becomes an object with several names, of which a request may have 50,000. */
const MOST_ELEMENTS = 20_000

/** @throws ApiError if the lists of a request and the lists in their elements are too long to be converted */
function refuseLongLists(body: unknown): void {
  const lists = listsIn(body)
  const all = lists.reduce((sum, list) => sum + list.length, 0)
  const inside = all > MOST_ELEMENTS ? 0 : lists.flatMap(listsInElements).reduce((sum, list) => sum + list.length, 0)
  if (all + inside > MOST_ELEMENTS) throw relayError('body_too_complex', { limit: LIMIT })
}

const LIMIT = `${MOST_ELEMENTS.toLocaleString('en-US')} messages and parts`
const listsIn = (value: unknown): unknown[][] =>
  typeof value === 'object' && value !== null ? Object.values(value).filter(Array.isArray) : []
const listsInElements = (list: readonly unknown[]): unknown[][] => list.flatMap(listsIn)

const notJson = (error: unknown): ApiError => relayError('body_not_json', { reason: (error as Error).message })

/** On this code of OpenAI's, clients send the whole conversation again. */
function asRelayError({ message, param }: RequestRefused, { body }: Envelope): ApiError {
  return param === 'previous_response_id'
    ? relayError('previous_response_not_found', { id: asCode(readMember(body, param)) ?? '?' })
    : relayError('ask_not_understood', { reason: message })
}
