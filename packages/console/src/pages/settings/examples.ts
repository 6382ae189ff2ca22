import type { OptionKey } from '@tollgate/contract'

/** The text of “insert an example” for JSON options whose default is empty; the others use their default. */
export const examples: Partial<Record<OptionKey, unknown>> = {
  ModelRatio: { 'gpt-4o': 1.25, 'my-own-model': 0.5 },
  CompletionRatio: { 'gpt-4o': 4, 'my-own-model': 2 },
  CacheRatio: { 'gpt-4o': 0.5, 'my-own-model': 0.1 },
  ModelPrices: {
    'my-own-model': {
      tokens: { input: 2, output: 8, cache_read: 0.2 },
      tiers: [{ above: 200_000, input: 4, output: 12 }],
      hours: [{ from: '00:30', to: '08:30', zone: 'Asia/Shanghai', factor: 0.5 }],
    },
  },
  ModelMetadata: {
    'my-own-model': {
      aliases: ['mine', 'mine-latest'],
      description: 'Answers in the tone of our house.',
      abilities: { chat: true, vision: false },
      maker: 'Us',
    },
  },
  GroupGroupRatio: { vip: { default: 0.8, vip: 0.5 } },
  AffinityRules: [
    { client: 'codex', from: 'body', key: 'prompt_cache_key' },
    { models: 'claude-*', from: 'header', key: 'x-session-id' },
  ],
  AutoGroups: ['default', 'vip'],
  ModelRequestRateLimitGroup: { default: [200, 100], vip: [0, 1000] },
  'claude.model_headers_settings': { 'claude-sonnet-4-5': { 'anthropic-beta': ['context-1m-2025-08-07'] } },
}
