import type { ReasoningPart } from '../../canonical/parts.ts'
import type { Signature } from '../../canonical/signature.ts'
import { asObjects, asText, type JsonObject, lookUp } from '../../raw/json.ts'

/**
 * `reasoning_details`, in which hosts of OpenAI Chat return sealed reasoning: `format` names the origin of each entry.
 * https://openrouter.ai/docs/use-cases/reasoning-tokens
 */
const FORMAT_OF: Readonly<Record<string, string>> = {
  anthropic: 'anthropic-claude-v1',
  openai: 'openai-responses-v1',
  google: 'google-gemini-v1',
  xai: 'xai-responses-v1',
}
const ORIGIN_OF = new Map(Object.entries(FORMAT_OF).map(([origin, format]) => [format, origin]))

/** Returns the signature an entry carries, if any. */
export function signatureOfDetail(detail: JsonObject): Signature | null {
  const value = asText(detail.signature) ?? asText(detail.data)
  if (value === null) return null
  const format = asText(detail.format) ?? ''
  const id = asText(detail.id)
  return { origin: ORIGIN_OF.get(format) ?? (format || 'openai'), value, ...(id !== null && { id }) }
}

/** Only a signature without text, which Anthropic calls redacted. */
export const isRedacted = (detail: JsonObject): boolean =>
  detail.type === 'reasoning.encrypted' && detail.format === FORMAT_OF.anthropic

export const textOfDetail = (detail: JsonObject): string => asText(detail.text) ?? asText(detail.summary) ?? ''

/**
 * Returns the reasoning of an assistant message: `reasoning_details` if they contain more, otherwise the plain text.
 */
export function readReasoning(message: JsonObject): ReasoningPart[] {
  const plain = asText(message.reasoning_content) ?? asText(message.reasoning) ?? ''
  const details = asObjects(message.reasoning_details)
  const parts: ReasoningPart[] = []
  const byItem = new Map<unknown, ReasoningPart>()
  for (const detail of details) {
    const signature = signatureOfDetail(detail)
    const known = isRedacted(detail) ? undefined : byItem.get(detail.index)
    if (known && !known.signature) {
      known.text += textOfDetail(detail)
      if (signature) known.signature = signature
      continue
    }
    const part: ReasoningPart = { type: 'reasoning', text: textOfDetail(detail) }
    if (signature) part.signature = signature
    if (isRedacted(detail)) part.redacted = true
    else if (detail.index !== undefined) byItem.set(detail.index, part)
    parts.push(part)
  }
  if (!plain || parts.some(part => part.text)) return parts
  // the details had only signatures: the text belongs to the first that may be shown
  const first = parts.find(part => !part.redacted)
  if (first) first.text = plain
  return first ? parts : [{ type: 'reasoning', text: plain }, ...parts]
}

/** Returns a sealed part as entries; `index` numbers the parts of a message. */
export function writeDetails(part: ReasoningPart, index: number): JsonObject[] {
  const { signature, text } = part
  if (!signature) return text ? [{ type: 'reasoning.text', text, format: 'unknown', index }] : []
  const format = lookUp(FORMAT_OF, signature.origin) ?? signature.origin
  const id = signature.id === undefined ? {} : { id: signature.id }
  if (signature.origin === 'anthropic' && !part.redacted) {
    return [{ type: 'reasoning.text', text, signature: signature.value, format, index }]
  }
  const encrypted = { type: 'reasoning.encrypted', data: signature.value, ...id, format, index }
  return text ? [{ type: 'reasoning.summary', summary: text, format, index }, encrypted] : [encrypted]
}
