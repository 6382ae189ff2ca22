import { closerFacts, factsIn, type InputFacts, type ScannedObject, withoutHostTools } from '@tollgate/gateway'
import type { UpstreamRequest } from '../upstream/upstream-request.ts'

/** Reading a longer body again would keep others waiting. */
const MOST_CHARACTERS = 1_048_576

export interface CloserRequest {
  request: UpstreamRequest
  body: ScannedObject
  facts: InputFacts
}

/**
 * Returns a request in the form that costs the least, for a wallet that does not pay for the most it can come to: its known words
 * are counted by their tokens, and tools of the host are left out where the client brings others, which is told as a loss.
 */
export function closerRequest(request: UpstreamRequest, body: ScannedObject): CloserRequest | null {
  if (body.text.length > MOST_CHARACTERS) return null
  const lean = withoutHostTools(body, request.format)
  const sent = lean?.body ?? body
  const facts = closerFacts(factsIn(request.format, sent.text), sent.text)
  if (!lean) return { request, body, facts }
  const losses = [...request.losses, ...lean.losses]
  return { request: { ...request, body: sent.text, scanned: sent, losses }, body: sent, facts }
}
