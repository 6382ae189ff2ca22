import type { FinishReason } from '../../canonical/answer.ts'
import type { Citation, OpaquePart, ToolCallPart } from '../../canonical/parts.ts'
import { type Signature, signatureIntoId } from '../../canonical/signature.ts'
import type { JsonObject } from '../../raw/json.ts'
import { note } from '../common/limits.ts'
import { type Loss, loseOpaque } from '../common/losses.ts'
import { limits } from './limits.ts'

/** The id carries the signature too, because many clients send back only id, name and arguments of a call. */
export function writeCall(call: Omit<ToolCallPart, 'type'>): JsonObject {
  const id = call.signature ? signatureIntoId(call.id, call.signature) : call.id
  const extra = call.signature ? writeExtra(call.signature) : {}
  if (call.custom) return { id, type: 'custom', custom: { name: call.name, input: call.arguments }, ...extra }
  return { id, type: 'function', function: { name: call.name, arguments: call.arguments }, ...extra }
}

/** Tiers that OpenAI's clients do not know are left out. */
export const writeTier = (tier: string | undefined): JsonObject =>
  tier !== undefined && TIERS.has(tier) ? { service_tier: tier } : {}

const TIERS: ReadonlySet<string> = new Set(['auto', 'default', 'flex', 'scale', 'priority'])

/** Where Google's Chat endpoint puts a thought signature. */
export const writeExtra = (signature: Signature): JsonObject => ({
  extra_content: { [signature.origin]: { thought_signature: signature.value } },
})

/** `start` and `end` are the bounds of the citation's text part within the content. */
export function writeAnnotation(citation: Citation, start: number, end: number): JsonObject {
  if (citation.native?.dialect === 'openai-chat') return citation.native.value as JsonObject // read from an annotation
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

/** Members in which hosts (Groq) report tools they ran themselves. */
export const SERVER_RUN: readonly string[] = ['executed_tools']

/** Returns the message member with content that only its own dialect knows; null: none. */
export function memberOf(part: OpaquePart, losses: Loss[]): string | null {
  if (part.dialect !== 'openai-chat') loseOpaque(part, losses)
  else if (SERVER_RUN.includes(part.kind)) return part.kind
  else note(losses, limits.contentPart)
  return null
}

/** A refusal with its own text ends with `stop`. */
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
