import {
  type CanonicalRequest,
  type ClientDialectId,
  clientDialects,
  parseExact,
  RequestRefused,
} from '@tollgate/gateway'
import { relayError } from '../errors/relay-error.ts'
import type { RelayCall } from '../relay-call.ts'
import type { Envelope } from './envelope.ts'

/**
 * Bytes in memory for each of the text, read and written anew: measured 1 for long texts, 2.4 for the shortest messages,
 * 4 for numbers, 24 for nothing but empty objects.
 */
const PARSED_FACTOR = 4

/**
 * The whole request in no wire format, for an upstream that speaks another. Only conversations are converted.
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
    if (error instanceof RequestRefused) throw relayError('ask_not_understood', { reason: error.message })
    throw relayError('body_not_json', { reason: (error as Error).message })
  }
}
