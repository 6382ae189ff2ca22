import { type Ask, AskRefused, type ClientDialectId, clientDialects, parseExact } from '@tollgate/gateway'
import type { Envelope } from './read-envelope.ts'
import { refuse } from './refusal.ts'
import type { RelayCall } from './relay-call.ts'

/**
 * The whole request in no wire format, for an upstream that speaks another. Only conversations are converted.
 *
 * @throws Refusal
 */
export function readAsk({ endpoint, address }: RelayCall, envelope: Envelope): Ask {
  try {
    return clientDialects[endpoint.format as ClientDialectId].readAsk(
      parseExact(envelope.body.text),
      address ?? undefined,
    )
  } catch (error) {
    if (error instanceof AskRefused) throw refuse('ask_not_understood', { reason: error.message })
    throw refuse('body_not_json', { reason: (error as Error).message })
  }
}
