import { closerFacts, factsIn, type InputFacts, type ScannedObject, withoutHostTools } from '@tollgate/gateway'
import type { Envelope } from '../request/envelope.ts'
import type { UpstreamRequest } from '../upstream/upstream-request.ts'

/** Reading a longer body again would delay other calls. */
const MOST_CHARACTERS = 1_048_576
/** With more unknown parts, which cost the same however words are counted, another reading is not worth its time. */
const MOST_OUTSIDE = 1_000

export interface CloserRequest {
  request: UpstreamRequest
  body: ScannedObject
  facts: InputFacts
}

/**
 * Returns a request in its cheapest form, for a wallet that cannot pay the worst case. Known words are counted by their tokens.
 * If the client brings tools of its own, the host's tools are left out, which is reported as a loss.
 */
export function closerRequest(
  request: UpstreamRequest,
  body: ScannedObject,
  { inputFacts }: Pick<Envelope, 'inputFacts'>,
): CloserRequest | null {
  if (body.text.length > MOST_CHARACTERS || (inputFacts?.outside ?? 0) > MOST_OUTSIDE) return null
  const lean = withoutHostTools(body, request.format)
  const sent = lean?.body ?? body
  const facts = closerFacts(factsIn(request.format, sent.text), sent.text)
  if (!lean) return { request, body, facts }
  const losses = [...request.losses, ...lean.losses]
  return { request: { ...request, body: sent.text, scanned: sent, losses }, body: sent, facts }
}
