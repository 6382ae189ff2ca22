import {
  asCode,
  type CanonicalRequest,
  type ClientDialectId,
  clientDialects,
  parseExact,
  RequestRefused,
  readMember,
} from '@tollgate/gateway'
import type { ApiError } from '../../platform/http/api-error.ts'
import type { RelayCall } from '../call/relay-call.ts'
import { relayError } from '../call/relay-error.ts'
import type { Envelope } from './envelope.ts'

/**
 * Bytes of memory for each byte of text that is parsed and written again. Measured: 1 for long texts, 2.4 for very short
 * messages, 4 for numbers, 24 for nothing but empty objects.
 */
const PARSED_FACTOR = 4

/**
 * Parses a conversation into a canonical request, for an upstream that speaks another dialect.
 *
 * @throws ApiError
 */
export function readRequest({ endpoint, address, memory }: RelayCall, envelope: Envelope): CanonicalRequest {
  memory.grow(envelope.body.text.length * PARSED_FACTOR)
  try {
    return clientDialects[endpoint.format as ClientDialectId].readRequest(
      parseExact(envelope.body.text),
      address ?? undefined,
    )
  } catch (error) {
    if (error instanceof RequestRefused) throw asRelayError(error, envelope)
    throw relayError('body_not_json', { reason: (error as Error).message })
  }
}

/** On this code of OpenAI's, clients send the whole conversation again. */
function asRelayError({ message, param }: RequestRefused, { body }: Envelope): ApiError {
  return param === 'previous_response_id'
    ? relayError('previous_response_not_found', { id: asCode(readMember(body, param)) ?? '?' })
    : relayError('ask_not_understood', { reason: message })
}
