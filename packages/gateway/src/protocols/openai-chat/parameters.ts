import { dropped, mapped, type ParameterTable, plain } from '../common/parameters.ts'

/** https://platform.openai.com/docs/api-reference/chat/create, and what compatible hosts add to it. */
export const parameters: ParameterTable = {
  maxTokens: mapped('max_completion_tokens'),
  temperature: plain('temperature'),
  topP: plain('top_p'),
  topK: plain('top_k'),
  minP: plain('min_p'),
  frequencyPenalty: plain('frequency_penalty'),
  presencePenalty: plain('presence_penalty'),
  repetitionPenalty: plain('repetition_penalty'),
  seed: plain('seed'),
  stop: mapped('stop'),
  logitBias: plain('logit_bias'),
  logprobs: plain('logprobs'),
  topLogprobs: plain('top_logprobs'),
  n: plain('n'),
  toolChoice: mapped('tool_choice'),
  parallelToolCalls: plain('parallel_tool_calls'),
  format: mapped('response_format'),
  reasoning: mapped('reasoning_effort'),
  verbosity: plain('verbosity'),
  modalities: plain('modalities'),
  audio: plain('audio'),
  serviceTier: plain('service_tier'),
  user: plain('user'),
  metadata: plain('metadata'),
  store: plain('store'),
  cache: dropped('OpenAI Chat caches by itself'),
  cacheKey: plain('prompt_cache_key'),
  cacheRetention: plain('prompt_cache_retention'),
  includeUsage: mapped('stream_options'),
}

/** Members the request reads that are no parameters, or parameters' other names. */
export const otherMembers = [
  'model',
  'messages',
  'stream',
  'tools',
  'functions',
  'function_call',
  'max_tokens',
  'reasoning',
  'thinking',
  'web_search_options',
]
