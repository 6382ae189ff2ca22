import type { PlaygroundFormat } from '@tollgate/contract'
import { anthropicMessages } from './anthropic-messages.ts'
import type { Format } from './format.ts'
import { gemini } from './gemini.ts'
import { openaiChat } from './openai-chat.ts'
import { openaiResponses } from './openai-responses.ts'

/** The API formats of the playground. */
export const formats: Record<PlaygroundFormat, Format> = {
  'openai-chat': openaiChat,
  'openai-responses': openaiResponses,
  'anthropic-messages': anthropicMessages,
  gemini,
}
