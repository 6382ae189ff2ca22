import type { Aliases } from '../../money/pricing/aliases.ts'
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

/** By model, of the last 30 days. Calls by an alias count for its model. */
export async function usageOfModels(db: Db, now: number, aliases: Aliases): Promise<Map<string, ModelUsage>> {
  const span = { start_timestamp: now - SPAN_SECONDS, end_timestamp: now }
  const which = { ...span, model_name: '', token_id: 0 }
  const sums = await readFigures(db, { which, parts: [{ place: 0, ...rangeOf(span) }], by: ['model'], sums: SUMS })
  const usage = new Map<string, ModelUsage>()
  for (const { model: name, count, quota, token_used, prompt_tokens, cache_tokens } of sums) {
    if (count === 0) continue
    const model = aliases.modelOf(name)
    const other = usage.get(model) ?? NONE
    usage.set(model, {
      calls: other.calls + count,
      quota: other.quota + quota,
      promptTokens: other.promptTokens + prompt_tokens,
      cachedTokens: other.cachedTokens + cache_tokens,
      outputTokens: other.outputTokens + token_used - prompt_tokens,
    })
  }
  return usage
}

const NONE: ModelUsage = { calls: 0, quota: 0, promptTokens: 0, cachedTokens: 0, outputTokens: 0 }
