import type { MediaPart, TextPart, ToolResultPart } from '../../canonical/parts.ts'
import { asObject, asObjects, type JsonObject } from '../../raw/json.ts'
import { camelCased } from './camel-case.ts'
import { readMedia } from './read-media.ts'

/**
 * Returns a function's result. By Google's convention `output` holds a result and `error` a failure; any other object
 * is itself the result. https://ai.google.dev/api/caching#FunctionResponse
 */
export function readResponse(wire: JsonObject): Pick<ToolResultPart, 'parts' | 'isError'> {
  const { texts, isError } = readValue(wire.response)
  const shown = asObjects(wire.parts).flatMap((part): MediaPart | [] => readMedia(camelCased(part))?.part ?? [])
  return {
    parts: [...texts.map((text): TextPart => ({ type: 'text', text })), ...shown],
    ...(isError && { isError: true as const }),
  }
}

export function readValue(response: unknown): { texts: string[]; isError: boolean } {
  const object = asObject(response)
  const [name, ...others] = Object.keys(object ?? {})
  if (object && others.length === 0) {
    const value = object[name ?? '']
    const texts = typeof value === 'string' ? [value] : isTexts(value) ? value : null
    if (texts && name === 'output') return { texts, isError: false }
    if (texts && name === 'error') return { texts, isError: true }
  }
  return { texts: response === undefined ? [] : [JSON.stringify(response)], isError: false }
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(item => typeof item === 'string')
