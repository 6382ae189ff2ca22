import { asNumber, dig, isObject, type JsonObject, objectOrEmpty } from '../../raw/json.ts'
import { readOpenAiUsage } from '../../usage/openai.ts'
import type { ReportedUsage } from '../../usage/report.ts'

/** Parts of a live session's input that may be cached: unlike elsewhere, each count includes its cached part. */
const CACHED_PARTS = ['audio_tokens', 'image_tokens']

/** Reads the `usage` of a response in a live session. */
export function readRealtimeUsage(raw: unknown): ReportedUsage | null {
  const cached = dig(raw, 'input_token_details.cached_tokens_details')
  if (!isObject(raw) || !isObject(cached)) return readOpenAiUsage(raw)
  const details = fresh(objectOrEmpty(raw.input_token_details), cached)
  const reported = readOpenAiUsage({ ...raw, input_token_details: details })
  return reported && { ...reported, usage: { ...reported.usage, raw } }
}

/** Returns the details without the cached part of each count. */
const fresh = (details: JsonObject, cached: JsonObject): JsonObject => ({
  ...details,
  ...Object.fromEntries(
    CACHED_PARTS.flatMap(part => {
      const rest = asNumber(details[part]) - asNumber(cached[part])
      return rest >= 0 ? [[part, rest]] : []
    }),
  ),
})
