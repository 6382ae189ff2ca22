import { dropped, mapped, type ParameterTable, plain } from '../common/parameters.ts'

const noCounterpart = dropped('Gemini does not support it')

/** https://ai.google.dev/api/generate-content#generationconfig: members of that object unless noted. */
export const parameters: ParameterTable = {
  maxTokens: plain('maxOutputTokens'),
  temperature: plain('temperature'),
  topP: plain('topP'),
  topK: plain('topK'),
  minP: noCounterpart,
  frequencyPenalty: plain('frequencyPenalty'),
  presencePenalty: plain('presencePenalty'),
  repetitionPenalty: noCounterpart,
  seed: plain('seed'),
  stop: plain('stopSequences'),
  logitBias: noCounterpart,
  logprobs: plain('responseLogprobs'),
  topLogprobs: plain('logprobs'),
  n: plain('candidateCount'),
  // beside generationConfig
  toolChoice: mapped('toolConfig'),
  parallelToolCalls: noCounterpart,
  format: mapped('responseMimeType'),
  reasoning: mapped('thinkingConfig'),
  verbosity: noCounterpart,
  modalities: mapped('responseModalities'),
  audio: dropped('Gemini has voices and formats of its own'),
  // beside generationConfig
  serviceTier: mapped('serviceTier'),
  user: noCounterpart,
  metadata: noCounterpart,
  store: noCounterpart,
  cache: dropped('Gemini caches by itself'),
  cacheKey: dropped('Gemini caches by itself'),
  cacheRetention: dropped('Gemini caches by itself'),
  includeUsage: dropped('Gemini always reports usage'),
}

/** Members that the request reads besides parameters. */
export const otherMembers = ['model', 'stream', 'contents', 'systemInstruction', 'tools', 'generationConfig']

/** Members of `generationConfig` that the request reads besides parameters. */
export const otherConfigMembers = ['responseSchema', 'responseJsonSchema', '_responseJsonSchema']

/** Members of `toolConfig` and its `functionCallingConfig` the request reads. */
export const toolMembers = ['functionCallingConfig', 'mode', 'allowedFunctionNames']

/** Service tiers, by OpenAI's and Gemini's names. */
export const TIERS = [
  ['default', 'standard'],
  ['flex', 'flex'],
  ['priority', 'priority'],
] as const
