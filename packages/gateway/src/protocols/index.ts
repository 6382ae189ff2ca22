import { anthropicMessages } from './anthropic-messages/index.ts'
import { bedrock } from './bedrock/index.ts'
import { cohere } from './cohere/index.ts'
import type { ClientDialect, Dialect, UpstreamDialect } from './dialect.ts'
import { gemini } from './gemini/index.ts'
import { openAiChat } from './openai-chat/index.ts'
import { openAiCompletions } from './openai-completions/index.ts'
import { openAiResponses } from './openai-responses/index.ts'

/**
 * The wire formats clients speak, and providers too. One line each. The laws beside this file then hold for it, given
 * which recordings speak it (`laws/recordings.ts`); the compiler asks for the few other lines they want.
 */
export const dialects = {
  'openai-chat': openAiChat,
  'openai-responses': openAiResponses,
  'anthropic-messages': anthropicMessages,
  gemini,
} satisfies Record<string, Dialect>

/** All wire formats clients converse in. */
export const clientDialects = {
  ...dialects,
  'openai-completions': openAiCompletions,
} satisfies Record<string, ClientDialect>

/** All wire formats providers speak. */
export const upstreamDialects = {
  ...dialects,
  bedrock,
  cohere,
} satisfies Record<string, UpstreamDialect>

export type DialectId = keyof typeof dialects
export type ClientDialectId = keyof typeof clientDialects
export type UpstreamDialectId = keyof typeof upstreamDialects
