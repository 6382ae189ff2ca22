import { Buffer } from 'node:buffer'
import { asDouble } from '../../canonical/exact-json.ts'
import type { TokenLogprob } from '../../canonical/parts.ts'
import { asObjects, type JsonObject } from '../../raw/json.ts'

/** Log probabilities as OpenAI's dialects write them; entries without a token are dropped. */
export const readLogprobs = (wire: unknown): TokenLogprob[] =>
  asObjects(wire).flatMap(entry => {
    const alternatives = Array.isArray(entry.top_logprobs) && {
      top_logprobs: asObjects(entry.top_logprobs).flatMap(readOne),
    }
    return readOne(entry).map(read => ({ ...read, ...alternatives }))
  })

function readOne({ token, logprob, bytes }: JsonObject): Omit<TokenLogprob, 'top_logprobs'>[] {
  if (typeof token !== 'string') return []
  const known = Array.isArray(bytes)
    ? { bytes: bytes.flatMap(byte => asDouble(byte) ?? []) }
    : bytes === null && { bytes }
  return [{ token, logprob: asDouble(logprob) ?? 0, ...known }]
}

/** Log probabilities with all members OpenAI's clients expect: others give no bytes and no alternatives. */
export const completeLogprobs = (logprobs: readonly TokenLogprob[]): TokenLogprob[] =>
  logprobs.map(({ token, logprob, bytes, top_logprobs: alternatives = [] }) => ({
    token,
    logprob,
    bytes: bytes ?? bytesOf(token),
    top_logprobs: alternatives.map(other => ({ ...other, bytes: other.bytes ?? bytesOf(other.token) })),
  }))

const bytesOf = (token: string): number[] => [...Buffer.from(token)]
