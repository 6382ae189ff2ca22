import type { Db } from '../../platform/storage/db.ts'
import { rangeOf } from '../../records/dashboard/store.ts'
import { readFigures } from '../../records/dashboard/sums/read-figures.ts'

const SPAN_SECONDS = 30 * 86_400
const SUMS = ['count', 'quota', 'token_used', 'prompt_tokens', 'cache_tokens'] as const

/** The sums of a model's charged calls in the last 30 days. */
export interface ModelUsage {
  calls: number
  quota: number
  promptTokens: number
  cachedTokens: number
  outputTokens: number
}

/** The usage of the last 30 days, by model. */
export async function usageOfModels(db: Db, now: number): Promise<Map<string, ModelUsage>> {
  const span = { start_timestamp: now - SPAN_SECONDS, end_timestamp: now }
  const which = { ...span, model_name: '', token_id: 0 }
  const sums = await readFigures(db, { which, parts: [{ place: 0, ...rangeOf(span) }], by: ['model'], sums: SUMS })
  return new Map(
    sums
      .filter(({ count }) => count > 0)
      .map(({ model, count, quota, token_used, prompt_tokens, cache_tokens }) => [
        model,
        {
          calls: count,
          quota,
          promptTokens: prompt_tokens,
          cachedTokens: cache_tokens,
          outputTokens: token_used - prompt_tokens,
        },
      ]),
  )
}
