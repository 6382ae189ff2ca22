import type { SpokenDialectName } from '../conversing-upstream/index.ts'
import { refusesAnthropic } from './anthropic.ts'
import { refusesBedrock } from './bedrock.ts'
import type { StrictHost } from './check.ts'
import { refusesCohere } from './cohere.ts'
import { refusesGemini } from './gemini.ts'
import { refusesOpenAiChat } from './openai-chat.ts'
import { refusesOpenAiResponses } from './openai-responses.ts'

/** Checks beyond those of the conversing upstream's dialects (pairing and signatures). */
export const strictHosts: Record<SpokenDialectName, StrictHost> = {
  'openai-chat': { model: 'gpt-5.1', refuses: refusesOpenAiChat },
  'openai-responses': { model: 'gpt-5.2', refuses: refusesOpenAiResponses },
  'anthropic-messages': { model: 'claude-sonnet-4-5', refuses: refusesAnthropic },
  gemini: { model: 'gemini-3.1-pro-preview', refuses: refusesGemini },
  bedrock: { model: 'amazon.nova-2-lite-v1:0', refuses: refusesBedrock },
  cohere: { model: 'command-a-reasoning-08-2025', refuses: refusesCohere },
}
