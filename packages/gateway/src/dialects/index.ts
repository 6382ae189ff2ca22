import { anthropicMessages } from './anthropic-messages/index.ts'
import type { Dialect, UpstreamDialect } from './dialect.ts'
import { openAiChat } from './openai-chat/index.ts'

/** The wire formats clients speak, and providers too. One line each. */
export const dialects = {
  'openai-chat': openAiChat,
  'anthropic-messages': anthropicMessages,
} satisfies Record<string, Dialect>

/** All wire formats providers speak. */
export const upstreamDialects = {
  ...dialects,
} satisfies Record<string, UpstreamDialect>

export type DialectId = keyof typeof dialects
export type UpstreamDialectId = keyof typeof upstreamDialects
