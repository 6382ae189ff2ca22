import { at, compatible } from './compatible.ts'
import type { Members } from './members.ts'

/** It refuses members not listed. https://docs.mistral.ai/api */
const chatMembers: Members = {
  renamed: { max_completion_tokens: 'max_tokens', seed: 'random_seed' },
  refused: {
    audio: 'audio',
    logit_bias: 'logitBias',
    logprobs: 'logprobs',
    modalities: 'modalities',
    prompt_cache_retention: 'cacheRetention',
    safety_identifier: '"safety_identifier"',
    service_tier: 'serviceTier',
    store: 'store',
    top_logprobs: 'topLogprobs',
    user: 'user',
    verbosity: 'verbosity',
    web_search_options: '"web_search_options"',
  },
}

export const mistral = compatible({
  type: 42,
  id: 'mistral',
  name: 'Mistral AI',
  color: 'volcano',
  baseUrl: 'https://api.mistral.ai',
  models: { catalogue: 'mistral' },
  paths: at('/v1', 'openai-chat', 'openai-embeddings', 'openai-moderations', 'openai-transcriptions'),
  quirks: {
    systemOnly: true,
    usageUnasked: true,
    reasoningBack: 'parts',
    documentUrl: true,
    callIds: { maxLength: 9, forbidden: /[^a-zA-Z0-9]/g, isExact: true },
  },
  members: { 'openai-chat': () => chatMembers },
})
