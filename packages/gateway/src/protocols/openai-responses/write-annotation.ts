import type { Citation } from '../../canonical/parts.ts'
import type { JsonObject } from '../../raw/json.ts'
import { note } from '../common/limits.ts'
import type { Loss } from '../common/losses.ts'

/** Returns a citation as an annotation of its text; empty if the source has no address. */
export function writeAnnotation(citation: Citation, text: string, limit: Loss, losses: Loss[]): JsonObject[] {
  const { native, url, title = '', start, end } = citation
  if (native?.dialect === 'openai-responses') return [native.value as JsonObject] // read from an annotation
  if (url === undefined) {
    note(losses, limit)
    return []
  }
  const isPart = start !== undefined && end !== undefined
  return [{ type: 'url_citation', url, title, start_index: isPart ? start : 0, end_index: isPart ? end : text.length }]
}
