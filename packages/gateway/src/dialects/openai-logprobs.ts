import { Buffer } from 'node:buffer'
import type { TokenLogprob } from '../canonical/parts.ts'

/** Log probabilities with every member OpenAI's clients count on: others tell no bytes, and no alternatives. */
export const completeLogprobs = (logprobs: readonly TokenLogprob[]): TokenLogprob[] =>
  logprobs.map(({ token, logprob, bytes, top_logprobs: alternatives = [] }) => ({
    token,
    logprob,
    bytes: bytes ?? bytesOf(token),
    top_logprobs: alternatives.map(other => ({ ...other, bytes: other.bytes ?? bytesOf(other.token) })),
  }))

const bytesOf = (token: string): number[] => [...Buffer.from(token)]
