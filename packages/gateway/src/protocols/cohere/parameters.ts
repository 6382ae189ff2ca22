import { dropped, mapped, type ParameterTable, plain, refused } from '../common/parameters.ts'

const noCounterpart = dropped('Cohere does not support it')

/** https://docs.cohere.com/reference/chat */
export const parameters: ParameterTable = {
  maxTokens: plain('max_tokens'),
  temperature: plain('temperature'),
  topP: plain('p'),
  topK: plain('k'),
  minP: noCounterpart,
  frequencyPenalty: plain('frequency_penalty'),
  presencePenalty: plain('presence_penalty'),
  repetitionPenalty: noCounterpart,
  seed: plain('seed'),
  stop: plain('stop_sequences'),
  logitBias: noCounterpart,
  logprobs: plain('logprobs'),
  topLogprobs: noCounterpart,
  n: refused('Cohere gives one answer'),
  toolChoice: mapped('tool_choice'),
  parallelToolCalls: noCounterpart,
  format: mapped('response_format'),
  reasoning: mapped('thinking'),
  verbosity: noCounterpart,
  modalities: dropped('Cohere answers in text'),
  audio: dropped('Cohere answers in text'),
  serviceTier: noCounterpart,
  user: noCounterpart,
  metadata: noCounterpart,
  store: noCounterpart,
  cache: dropped('Cohere caches by itself'),
  cacheKey: dropped('Cohere caches by itself'),
  cacheRetention: dropped('Cohere caches by itself'),
  includeUsage: dropped('Cohere always reports usage'),
}
