import type { FinishReason } from '../../canonical/answer.ts'
import type { Citation, ToolCallPart } from '../../canonical/parts.ts'
import { type Seal, sealIntoId } from '../../canonical/seal.ts'
import type { JsonObject } from '../../raw/json.ts'

/** The words of an answer that a stream and a whole message share. */

/** The seal rides in the id too: many clients give back nothing else of a call but id, name and arguments. */
export function writeCall(call: Omit<ToolCallPart, 'type'>): JsonObject {
  const id = call.seal ? sealIntoId(call.id, call.seal) : call.id
  const extra = call.seal ? writeExtra(call.seal) : {}
  if (call.custom) return { id, type: 'custom', custom: { name: call.name, input: call.arguments }, ...extra }
  return { id, type: 'function', function: { name: call.name, arguments: call.arguments }, ...extra }
}

/** Tiers no client of OpenAI's knows are left out. */
export const writeTier = (tier: string | undefined): JsonObject =>
  tier !== undefined && TIERS.has(tier) ? { service_tier: tier } : {}

const TIERS: ReadonlySet<string> = new Set(['auto', 'default', 'flex', 'scale', 'priority'])

/** Where Google's Chat endpoint puts a thought signature. */
export const writeExtra = (seal: Seal): JsonObject => ({
  extra_content: { [seal.origin]: { thought_signature: seal.value } },
})

/** `start` and `end` bound the text part the citation belongs to, within the content. */
export function writeAnnotation(citation: Citation, start: number, end: number): JsonObject {
  const isPart = citation.start === undefined || citation.end === undefined
  return {
    type: 'url_citation',
    url_citation: {
      start_index: isPart ? start : start + (citation.start ?? 0),
      end_index: isPart ? end : start + (citation.end ?? 0),
      url: citation.url ?? '',
      title: citation.title ?? '',
      ...(citation.quote !== undefined && { content: citation.quote }),
    },
  }
}

/** A refusal told in words of its own ends with `stop`. */
export const writeFinishReason = (reason: FinishReason, toldRefusal: boolean): string =>
  reason === 'refusal' && toldRefusal ? 'stop' : FINISH_REASONS[reason]

const FINISH_REASONS: Readonly<Record<FinishReason, string>> = {
  stop: 'stop',
  length: 'length',
  'tool-calls': 'tool_calls',
  'content-filter': 'content_filter',
  refusal: 'content_filter',
  pause: 'stop',
}
