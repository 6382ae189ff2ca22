import type { CanonicalRequest } from '../../canonical/request.ts'
import { asObject, type JsonObject } from '../../raw/json.ts'
import { RequestRefused } from '../common/losses.ts'
import { dialect as openAiChat } from '../openai-chat/dialect.ts'

/** Parameters that a conversation lacks or names differently. */
const OWN = ['logprobs', 'best_of', 'echo'] as const

/**
 * https://platform.openai.com/docs/api-reference/completions/create
 * @throws RequestRefused
 */
export function readRequest(body: unknown): CanonicalRequest {
  const wire = asObject(body)
  if (!wire) throw new RequestRefused('the request must be a JSON object')
  const { prompt, suffix, ...rest } = wire
  if (suffix) throw new RequestRefused('this model cannot write text before a suffix', 'suffix')
  const own: JsonObject = {}
  for (const name of OWN) {
    if (rest[name]) own[name] = rest[name]
    delete rest[name]
  }
  const request = openAiChat.readRequest({ ...rest, messages: [{ role: 'user', content: readPrompt(prompt) }] })
  return { ...request, dialect: 'openai-completions', extras: { ...request.extras, ...own } }
}

function readPrompt(prompt: unknown): string {
  const prompts = Array.isArray(prompt) ? prompt : [prompt]
  if (prompts.length > 1) throw new RequestRefused('this model takes one prompt at a time', 'prompt')
  const [text] = prompts
  if (typeof text !== 'string' || text === '') throw new RequestRefused('prompt must be a text', 'prompt')
  return text
}
