import { parseExact } from '../../canonical/exact-json.ts'
import { asObject, type JsonObject } from '../../raw/json.ts'
import { note } from '../common/limits.ts'
import type { Loss } from '../common/losses.ts'

/**
 * Returns a call's arguments as an object; if they are not one, for example because a limit cut them off, as an object
 * with one text.
 */
export function writeArgs(json: string, limit: Loss, losses: Loss[]): JsonObject {
  const args = json.trim() === '' ? {} : tryParseExact(json)
  if (args) return args
  note(losses, limit)
  return { arguments: json }
}

export function tryParseExact(json: string): JsonObject | null {
  try {
    return asObject(parseExact(json))
  } catch {
    return null
  }
}
