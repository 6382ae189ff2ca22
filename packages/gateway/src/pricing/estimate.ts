import { noUsage } from '../canonical/usage.ts'
import { type Consumed, charge, type PriceTerms } from './charge.ts'
import { TOKENS_PER_MEDIA_PART } from './estimate-input.ts'

/** What is known of a request before it is sent. */
export interface EstimatedRequest extends Omit<Consumed, 'usage'> {
  /** Bytes of text and of JSON around it; see `measure`. */
  textBytes: number
  /** Images, sounds and files within. */
  mediaParts: number
  /** Whether it is answered with text; embeddings are not. */
  isAnswered: boolean
  /** The most tokens one answer may have, when the client says so. */
  maxTokens?: number | undefined
  /** How many answers are asked for. */
  choices?: number
}

/** English has about four bytes a token, Chinese three, code fewer; JSON around short messages evens it out. */
const BYTES_PER_TOKEN = 3
/** Longer than most answers; a longer one extends its hold while it streams. */
const USUAL_ANSWER_TOKENS = 1_024
/** A client that allows 128k tokens seldom gets them: it need not own their price. */
const LONGEST_RESERVED_ANSWER = 16_384

/**
 * What to set aside for a request: its charge if the input has a token for three bytes (at least `PreConsumedQuota`
 * tokens) and each answer as many tokens as the client allows, up to 16,384, or 1,024 when it does not say.
 */
export function reservation(terms: PriceTerms, request: EstimatedRequest, preConsumedQuota: number): number {
  const inputTokens = Math.ceil(request.textBytes / BYTES_PER_TOKEN) + request.mediaParts * TOKENS_PER_MEDIA_PART
  const answerTokens = Math.min(request.maxTokens ?? USUAL_ANSWER_TOKENS, LONGEST_RESERVED_ANSWER)
  const usage = {
    ...noUsage(),
    input: Math.max(inputTokens, preConsumedQuota),
    output: request.isAnswered ? Math.ceil(answerTokens) * (request.choices ?? 1) : 0,
  }
  return charge(terms, { ...request, usage }).quota
}
