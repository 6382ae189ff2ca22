import { asDouble } from '../../canonical/exact-json.ts'
import { editMembers } from '../../raw/edit-json.ts'
import { asObject, tryParse } from '../../raw/json.ts'
import type { ScannedObject } from '../../raw/scan-json.ts'

/** Members of a message that its token count does not accept, and that are not text. */
const NOT_COUNTED: ReadonlySet<string> = new Set([
  ...['max_tokens', 'max_completion_tokens', 'max_output_tokens', 'n', 'stream', 'metadata', 'context_management'],
  ...['temperature', 'top_p', 'top_k', 'stop_sequences', 'service_tier', 'speed', 'inference_geo', 'cache_control'],
])

/** Writes the request that counts a message's tokens. */
export function countRequest(message: ScannedObject): string {
  return (editMembers(message, name => (NOT_COUNTED.has(name) ? null : undefined)) ?? message).text
}

/** Null: the answer is not a count. */
export function readCount(answer: string): number | null {
  const count = asDouble(asObject(tryParse(answer))?.input_tokens)
  return count !== null && count !== undefined && count > 0 ? count : null
}
