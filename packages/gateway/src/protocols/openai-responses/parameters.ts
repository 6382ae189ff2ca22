import { dropped, mapped, type ParameterTable, plain, refused } from '../common/parameters.ts'

const noCounterpart = dropped('OpenAI Responses does not support it')

/** https://platform.openai.com/docs/api-reference/responses/create */
export const parameters: ParameterTable = {
  maxTokens: mapped('max_output_tokens'),
  temperature: plain('temperature'),
  topP: plain('top_p'),
  topK: noCounterpart,
  minP: noCounterpart,
  frequencyPenalty: noCounterpart,
  presencePenalty: noCounterpart,
  repetitionPenalty: noCounterpart,
  seed: noCounterpart,
  stop: noCounterpart,
  logitBias: noCounterpart,
  logprobs: mapped('include'),
  topLogprobs: plain('top_logprobs'),
  n: refused('OpenAI Responses gives one answer'),
  toolChoice: mapped('tool_choice'),
  parallelToolCalls: plain('parallel_tool_calls'),
  format: mapped('text'),
  reasoning: mapped('reasoning'),
  verbosity: mapped('text'),
  modalities: dropped('OpenAI Responses answers in text'),
  audio: dropped('OpenAI Responses answers in text'),
  serviceTier: mapped('service_tier'),
  user: plain('user'),
  metadata: plain('metadata'),
  store: mapped('store'),
  cache: dropped('OpenAI Responses caches by itself'),
  cacheKey: plain('prompt_cache_key'),
  cacheRetention: plain('prompt_cache_retention'),
  includeUsage: mapped('usage'),
}

/** Members that the request reads besides parameters. */
export const otherMembers = ['model', 'input', 'instructions', 'stream', 'tools']

/** References to content that only the conversation's original provider has. */
export const keptByProvider = ['previous_response_id', 'conversation', 'prompt']

/** Members of `include` with a canonical meaning. */
export const INCLUDE = { signatures: 'reasoning.encrypted_content', logprobs: 'message.output_text.logprobs' } as const

/** Values of `service_tier`. https://platform.openai.com/docs/api-reference/responses/object */
export const TIERS: ReadonlySet<string> = new Set(['auto', 'default', 'flex', 'scale', 'priority', 'fast'])
