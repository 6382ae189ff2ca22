import { asObject, type JsonObject } from '../raw/json.ts'

/**
 * Merges two reports of one answer: they may come in pieces, grow, or come twice. Later fields replace earlier ones,
 * but an absent or zero count never replaces an earlier one.
 */
export function mergeUsage(earlier: unknown, later: unknown): JsonObject {
  const merged = { ...asObject(earlier) }
  for (const [name, value] of Object.entries(asObject(later) ?? {})) {
    if (!(name in merged) || (value !== null && value !== 0)) merged[name] = value
  }
  return merged
}
