import type { ReasoningPart } from '../../canonical/parts.ts'
import type { Signature } from '../../canonical/signature.ts'
import { asArray, type JsonObject } from '../../raw/json.ts'
import { joinSections, SECTION_BREAK } from './read-content.ts'

/** Returns the text of a whole reasoning item. A summary that only repeats the content is omitted. */
function textOfReasoning(item: JsonObject): string {
  const content = joinSections(item.content)
  const summary = joinSections(item.summary)
  return content && summary && content !== summary ? content + SECTION_BREAK + summary : content || summary
}

/**
 * Nothing may be shown: Anthropic's redacted thinking, which `write-output` marks to distinguish it from empty
 * thinking.
 */
export const isRedacted = (item: JsonObject, signature: Signature | undefined): boolean =>
  signature?.origin === 'anthropic' && asArray(item.summary).length === 0 && asArray(item.content).length === 0

export function toReasoningPart(item: JsonObject, signature: Signature | undefined): ReasoningPart {
  const redacted = isRedacted(item, signature)
  return {
    type: 'reasoning',
    text: textOfReasoning(item),
    ...(signature && { signature }),
    ...(redacted && { redacted: true as const }),
  }
}
