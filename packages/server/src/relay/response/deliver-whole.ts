import { type AnswerWords, splitSse } from '@tollgate/gateway'
import type { RelayCall } from '../call/relay-call.ts'
import { relayError } from '../call/relay-error.ts'
import type { Settle } from '../errors/ended-by.ts'
import { lossesHeader } from './losses-header.ts'
import type { Receiver } from './receiver.ts'

import type { WholeResponse } from './upstream-response.ts'

/** The forbidden words of a whole answer, and whether one ends it or is masked. */
export interface WholeScreening {
  words: AnswerWords
  stops: boolean
}

/**
 * Settles a whole response, then passes its bytes on.
 *
 * @throws ApiError, after the settlement, if the response contains a word that ends it
 */
export async function deliverWhole(
  answer: WholeResponse,
  call: RelayCall,
  settle: Settle,
  { signal }: Receiver,
  screening: WholeScreening | null,
): Promise<Response> {
  const masked = screening && maskedAnswer(answer, screening.words)
  if (masked && screening.stops) {
    const refusal = relayError('sensitive_words_answered')
    await settle('gateway_stop', refusal)
    throw refusal
  }
  await settle(signal.aborted ? 'client_before' : 'complete')
  const { losses } = answer.sentRequest
  const headers: Record<string, string> = { 'content-type': answer.contentType, 'x-request-id': call.requestId }
  if (losses.length > 0) Object.assign(headers, lossesHeader(losses))
  return new Response((masked ?? answer.bytes) as Uint8Array<ArrayBuffer>, { status: answer.status, headers })
}

const TEXT = /^(application\/json|text\/)/

/** Masks an answer that was turned into a stream, because its upstream does not stream. */
function maskedEvents(bytes: Uint8Array, words: AnswerWords): Uint8Array | null {
  const [splitter, filter] = [splitSse(), words.stream()]
  const events = [...filter.push([...splitter.push(bytes), ...splitter.end()]), ...filter.end()]
  return filter.hasFound ? Buffer.concat(events) : null
}

/** Returns null if it contains none of the words. */
function maskedAnswer({ bytes, contentType }: WholeResponse, words: AnswerWords): Uint8Array | null {
  if (contentType.startsWith('text/event-stream')) return maskedEvents(bytes, words)
  if (!TEXT.test(contentType)) return null
  const masked = words.whole(new TextDecoder().decode(bytes))
  return masked === null ? null : new TextEncoder().encode(masked)
}
