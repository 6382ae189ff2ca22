import { asObjects, type JsonObject } from '../raw/json.ts'
import { findError } from './read-upstream-error.ts'
import type { UpstreamError } from './upstream-error.ts'

/** The error a chunk of OpenAI's Chat tells: beside its choices, inside one of them, or in their place. */
export function findChunkError(chunk: JsonObject): UpstreamError | null {
  if (chunk.error) return findError(chunk)
  const failed = asObjects(chunk.choices).find(choice => choice.error)
  if (failed) return findError(failed)
  return Array.isArray(chunk.choices) ? null : findError(chunk)
}
