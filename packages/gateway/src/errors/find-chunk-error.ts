import { isObject, type JsonObject } from '../raw/json.ts'
import { findError } from './read-upstream-error.ts'
import type { UpstreamError } from './upstream-error.ts'

/** Returns the error in a chunk of OpenAI's Chat: beside its choices, inside one of them, or in their place. */
export function findChunkError(chunk: JsonObject): UpstreamError | null {
  if (chunk.error || !Array.isArray(chunk.choices)) return findError(chunk)
  const failed = chunk.choices.find(choice => isObject(choice) && choice.error)
  return failed ? findError(failed) : null
}
