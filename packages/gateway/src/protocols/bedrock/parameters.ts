import { dropped, mapped, type ParameterTable, plain, refused } from '../common/parameters.ts'

const noCounterpart = dropped('Converse does not support it')

/**
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html: the plain ones are members of
 * `inferenceConfig`.
 */
export const parameters: ParameterTable = {
  maxTokens: plain('maxTokens'),
  temperature: plain('temperature'),
  topP: plain('topP'),
  // under the model's own name for it
  topK: mapped('additionalModelRequestFields'),
  minP: noCounterpart,
  frequencyPenalty: noCounterpart,
  presencePenalty: noCounterpart,
  repetitionPenalty: noCounterpart,
  seed: noCounterpart,
  stop: plain('stopSequences'),
  logitBias: noCounterpart,
  logprobs: noCounterpart,
  topLogprobs: noCounterpart,
  n: refused('Converse gives one answer'),
  toolChoice: mapped('toolConfig'),
  parallelToolCalls: noCounterpart,
  format: mapped('outputConfig'),
  // under the model's own name for it
  reasoning: mapped('additionalModelRequestFields'),
  verbosity: noCounterpart,
  modalities: dropped('Converse answers in text'),
  audio: dropped('Converse answers in text'),
  serviceTier: mapped('serviceTier'),
  user: noCounterpart,
  metadata: mapped('requestMetadata'),
  store: noCounterpart,
  cache: mapped('cachePoint'),
  cacheKey: dropped('Converse caches by points'),
  cacheRetention: dropped('Converse caches by points'),
  includeUsage: dropped('Converse always reports usage'),
}
