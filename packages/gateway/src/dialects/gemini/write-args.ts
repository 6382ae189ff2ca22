import { parseExact } from '../../canonical/exact-json.ts'
import { asObject, type JsonObject } from '../../raw/json.ts'
import { type Loss, lose } from '../losses.ts'

/** A call's arguments as the object they are; what is none, cut off by a limit say, as a text in one. */
export function writeArgs(json: string, losses: Loss[]): JsonObject {
  const args = json.trim() === '' ? {} : tryParseExact(json)
  if (args) return args
  lose(losses, 'tool arguments', 'no JSON object; sent as the text in one')
  return { arguments: json }
}

export function tryParseExact(json: string): JsonObject | null {
  try {
    return asObject(parseExact(json))
  } catch {
    return null
  }
}
