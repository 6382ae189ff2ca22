import type { FinishEvent, FinishReason } from '../../canonical/answer.ts'
import type { Citation, ReasoningPart } from '../../canonical/parts.ts'
import { type Signature, signatureIntoId, wrapSignature } from '../../canonical/signature.ts'
import type { JsonObject } from '../../raw/json.ts'
import { SEALED } from './search-results.ts'

/** Returns Anthropic's own signatures unchanged, others wrapped with their origin. */
export const writeSignature = (signature: Signature): string =>
  signature.origin === 'anthropic' ? signature.value : wrapSignature(signature)

/** A thought with only a signature: Anthropic's own unchanged, others as redacted thinking. */
export const writeSilentThought = (signature: Signature, { redacted }: Pick<ReasoningPart, 'redacted'>): JsonObject =>
  signature.origin === 'anthropic' && !redacted
    ? { type: 'thinking', thinking: '', signature: writeSignature(signature) }
    : { type: 'redacted_thinking', data: writeSignature(signature) }

/** A call can carry a signature only in its id. */
export const writeCallId = (id: string, signature: Signature | undefined): string =>
  signature ? signatureIntoId(id, signature) : id

/** Returns a tier under OpenAI's name; tiers that Messages lacks are left out. */
export function writeTier(tier: string | undefined): JsonObject {
  const wireTier = TIERS.find(([ours]) => ours === tier)?.[1]
  return wireTier === undefined ? {} : { service_tier: wireTier }
}

/** The tier that served the answer, under OpenAI's name. */
export const readTier = (wireTier: string): string => TIERS.find(([, theirs]) => theirs === wireTier)?.[0] ?? wireTier

const TIERS = [
  ['default', 'standard'],
  ['priority', 'priority'],
  ['batch', 'batch'],
] as const

export function writeCitation(citation: Citation): JsonObject {
  if (citation.native?.dialect === 'anthropic-messages') return citation.native.value as JsonObject // read from one
  return {
    type: 'web_search_result_location',
    url: citation.url ?? '',
    title: citation.title ?? '',
    cited_text: citation.quote ?? '',
    encrypted_index: SEALED,
  }
}

export function writeStop(finish: FinishEvent): { stop_reason: string; stop_sequence: string | null } {
  if (finish.reason === 'stop' && finish.stopSequence !== undefined) {
    return { stop_reason: 'stop_sequence', stop_sequence: finish.stopSequence }
  }
  return { stop_reason: STOP_REASONS[finish.reason], stop_sequence: null }
}

const STOP_REASONS: Readonly<Record<FinishReason, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  'tool-calls': 'tool_use',
  'content-filter': 'refusal',
  refusal: 'refusal',
  pause: 'pause_turn',
}
