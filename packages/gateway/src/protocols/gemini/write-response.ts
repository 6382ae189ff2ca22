import type { ToolResultPart } from '../../canonical/parts.ts'
import type { JsonObject } from '../../raw/json.ts'
import { readValue } from './read-response.ts'
import { tryParseExact } from './write-args.ts'

/**
 * Returns a tool's result as the object Gemini requires: the result itself if it is one and is read back exactly,
 * otherwise inside one.
 */
export function writeResponse(result: ToolResultPart): JsonObject {
  const texts = result.parts.flatMap(part => (part.type === 'text' ? part.text : []))
  const [only = ''] = texts
  const all = texts.length > 1 ? texts : only
  if (result.isError) return { error: all }
  if (texts.length > 1) return { output: all }
  const object = tryParseExact(only)
  return object && readsBack(object, only) ? object : { output: only }
}

function readsBack(object: JsonObject, text: string): boolean {
  const { texts, isError } = readValue(object)
  return !isError && texts.length === 1 && texts[0] === text
}
