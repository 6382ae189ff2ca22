import { dropped, mapped, type ParameterTable, refused } from '../common/parameters.ts'

const noCounterpart = dropped('Messages does not support it')

/** https://docs.anthropic.com/en/api/messages */
export const parameters: ParameterTable = {
  maxTokens: mapped('max_tokens'),
  temperature: mapped('temperature'),
  topP: mapped('top_p'),
  topK: mapped('top_k'),
  minP: noCounterpart,
  frequencyPenalty: noCounterpart,
  presencePenalty: noCounterpart,
  repetitionPenalty: noCounterpart,
  seed: noCounterpart,
  stop: mapped('stop_sequences'),
  logitBias: noCounterpart,
  logprobs: noCounterpart,
  topLogprobs: noCounterpart,
  n: refused('Messages gives one answer'),
  toolChoice: mapped('tool_choice'),
  parallelToolCalls: mapped('tool_choice'),
  format: mapped('output_config'),
  reasoning: mapped('thinking'),
  verbosity: noCounterpart,
  modalities: dropped('Messages answers in text'),
  audio: dropped('Messages answers in text'),
  serviceTier: mapped('service_tier'),
  user: mapped('metadata'),
  metadata: noCounterpart,
  store: noCounterpart,
  cache: mapped('cache_control'),
  cacheKey: dropped('Messages caches by marks'),
  cacheRetention: dropped('Messages caches by marks'),
  includeUsage: dropped('Messages always reports usage'),
}

/** Members that the request reads besides parameters. */
export const otherMembers = ['model', 'messages', 'system', 'stream', 'tools', 'output_format']
