import { type LimitTable, reduced, untold } from '../common/limits.ts'
import { type ParameterTable, plain } from '../common/parameters.ts'
import { limitsOf, type PlainHost } from '../common/plain-limits.ts'
import { onlyTakes } from '../common/plain-request.ts'

export const host: PlainHost = { id: 'cloudflare-run', name: 'Cloudflare’s run' }

export const onePrompt = reduced(
  'conversation',
  'Cloudflare’s run takes one prompt; its turns stand in it one after another',
)

/** Answers never report whether the limit cut them off. */
export const noReason = untold('finish_reason', 'Cloudflare’s run does not report why an answer ended')

export const limits: LimitTable = { ...limitsOf(host), onePrompt, noReason }

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
