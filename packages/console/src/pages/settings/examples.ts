import type { OptionKey } from '@tollgate/contract'

/** The text of “insert an example” for JSON options whose default is empty; the others use their default. */
export const examples: Partial<Record<OptionKey, unknown>> = {
  ModelRatio: { 'gpt-4o': 1.25, 'my-own-model': 0.5 },
  CompletionRatio: { 'gpt-4o': 4, 'my-own-model': 2 },
  CacheRatio: { 'gpt-4o': 0.5, 'my-own-model': 0.1 },
  ModelRequestRateLimitGroup: { default: [200, 100], vip: [0, 1000] },
  'claude.model_headers_settings': { 'claude-sonnet-4-5': { 'anthropic-beta': ['context-1m-2025-08-07'] } },
}
