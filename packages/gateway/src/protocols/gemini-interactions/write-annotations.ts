import type { Citation } from '../../canonical/parts.ts'
import type { JsonObject } from '../../raw/json.ts'
import { note } from '../common/limits.ts'
import type { Loss } from '../common/losses.ts'
import { byteOffsets } from './byte-offsets.ts'
import { limits } from './limits.ts'

/** Returns the citations of a text as its annotations: a page by its address, any other source as a file. */
export function writeAnnotations(citations: readonly Citation[], text: string, losses: Loss[]): JsonObject[] {
  const bytesUntil = byteOffsets(text)
  return citations.map(({ url, title, quote, start = 0, end = text.length }) => {
    const place = { start_index: bytesUntil(start), end_index: bytesUntil(end) }
    if (quote !== undefined) note(losses, limits.quote)
    if (url === undefined) return { type: 'file_citation', ...(title !== undefined && { file_name: title }), ...place }
    return { type: 'url_citation', url, ...(title !== undefined && { title }), ...place }
  })
}
