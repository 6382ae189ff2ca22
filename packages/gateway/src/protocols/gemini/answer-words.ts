import type { FinishReason } from '../../canonical/answer.ts'
import { asDouble } from '../../canonical/exact-json.ts'
import type { TokenLogprob } from '../../canonical/parts.ts'
import { asObject, asObjects, asText, type JsonObject } from '../../raw/json.ts'
import { note } from '../common/limits.ts'
import type { Loss } from '../common/losses.ts'
import { limits } from './limits.ts'
import { TIERS } from './parameters.ts'

/** https://ai.google.dev/api/generate-content#FinishReason */
export const REASON_OF: Readonly<Record<string, FinishReason>> = {
  STOP: 'stop',
  MAX_TOKENS: 'length',
  SAFETY: 'content-filter',
  RECITATION: 'content-filter',
  LANGUAGE: 'content-filter',
  BLOCKLIST: 'content-filter',
  PROHIBITED_CONTENT: 'content-filter',
  SPII: 'content-filter',
  IMAGE_SAFETY: 'content-filter',
  IMAGE_PROHIBITED_CONTENT: 'content-filter',
  IMAGE_RECITATION: 'content-filter',
  IMAGE_OTHER: 'content-filter',
  NO_IMAGE: 'content-filter',
  MODEL_ARMOR: 'content-filter',
  OTHER: 'content-filter',
  CONTINUATION: 'pause',
}

/** The model's output was malformed. If it has a call, the client can still tell the model what was wrong. */
export const FAULTS: ReadonlySet<string> = new Set([
  'MALFORMED_FUNCTION_CALL',
  'UNEXPECTED_TOOL_CALL',
  'TOO_MANY_TOOL_CALLS',
  'MISSING_THOUGHT_SIGNATURE',
  'MALFORMED_RESPONSE',
])

const WORD_OF: Readonly<Record<FinishReason, string>> = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  'tool-calls': 'STOP',
  'content-filter': 'SAFETY',
  refusal: 'SAFETY',
  pause: 'STOP',
}

export function writeFinishReason(reason: FinishReason, losses: Loss[]): string {
  if (reason === 'pause') note(losses, limits.pause)
  return WORD_OF[reason]
}

/** Returns a tier under OpenAI's name; tiers that Gemini lacks are left out. */
export function writeTier(tier: string | undefined): JsonObject {
  const wireTier = TIERS.find(([ours]) => ours === tier)?.[1]
  return wireTier === undefined ? {} : { serviceTier: wireTier }
}

/** `logprobsResult`. */
export function readLogprobs(result: unknown): TokenLogprob[] {
  const object = asObject(result)
  const alternatives = asObjects(object?.topCandidates)
  return asObjects(object?.chosenCandidates).map((chosen, at) => {
    const top = asObjects(alternatives[at]?.candidates)
    return { ...readLogprob(chosen), ...(top.length > 0 && { top_logprobs: top.map(readLogprob) }) }
  })
}

const readLogprob = ({ token, logProbability }: JsonObject) => ({
  token: asText(token) ?? '',
  logprob: asDouble(logProbability) ?? 0,
})

export function writeLogprobs(logprobs: readonly TokenLogprob[], losses: Loss[]): JsonObject {
  if (logprobs.some(({ bytes }) => bytes)) note(losses, limits.logprobs)
  const hasTop = logprobs.some(({ top_logprobs }) => top_logprobs?.length)
  return {
    logprobsResult: {
      chosenCandidates: logprobs.map(writeLogprob),
      ...(hasTop && {
        topCandidates: logprobs.map(({ top_logprobs = [] }) => ({ candidates: top_logprobs.map(writeLogprob) })),
      }),
    },
  }
}

const writeLogprob = ({ token, logprob }: { token: string; logprob: number }) => ({ token, logProbability: logprob })

/** A candidate's members, besides its parts, that only Gemini knows; they become opaque parts. */
export const NATIVE_MEMBERS: readonly string[] = [
  'groundingMetadata',
  'urlContextMetadata',
  'citationMetadata',
  'safetyRatings',
]
