import { type ParameterTable, plain } from '../common/parameters.ts'
import { onlyTakes } from '../common/plain-request.ts'
import { host } from './host.ts'

/** https://developers.cloudflare.com/workers-ai/models/llama-3.1-8b-instruct/ */
export const parameters: ParameterTable = onlyTakes(host, {
  maxTokens: plain('max_tokens'),
  temperature: plain('temperature'),
  topP: plain('top_p'),
  topK: plain('top_k'),
  seed: plain('seed'),
  frequencyPenalty: plain('frequency_penalty'),
  presencePenalty: plain('presence_penalty'),
  repetitionPenalty: plain('repetition_penalty'),
})
