import { followAnthropicCountTokens } from './anthropic-count-tokens.ts'
import { followAnthropicMessages } from './anthropic-messages.ts'
import { followGemini } from './gemini.ts'
import { followGeminiCountTokens } from './gemini-count-tokens.ts'
import { followGeminiEmbeddings } from './gemini-embeddings.ts'
import { followGeminiPredict } from './gemini-predict.ts'
import type { ObserverFactory } from './observer.ts'
import { followOpenAiChat } from './openai-chat.ts'
import { followOpenAiEmbeddings } from './openai-embeddings.ts'
import { followOpenAiImages } from './openai-images.ts'
import { followOpenAiModerations } from './openai-moderations.ts'
import { followOpenAiRealtime } from './openai-realtime.ts'
import { followOpenAiResponses } from './openai-responses.ts'
import { followOpenAiSpeech } from './openai-speech.ts'
import { followOpenAiTranscriptions } from './openai-transcriptions.ts'
import { followRerank } from './rerank.ts'

/** How the answers of each wire format are read along. */
export const observers = {
  'openai-chat': followOpenAiChat,
  'openai-completions': followOpenAiChat,
  'openai-responses': followOpenAiResponses,
  'openai-embeddings': followOpenAiEmbeddings,
  'openai-moderations': followOpenAiModerations,
  'openai-image-generations': followOpenAiImages,
  'openai-image-edits': followOpenAiImages,
  'openai-speech': followOpenAiSpeech,
  'openai-transcriptions': followOpenAiTranscriptions,
  'openai-translations': followOpenAiTranscriptions,
  'openai-realtime': followOpenAiRealtime,
  rerank: followRerank,
  'anthropic-messages': followAnthropicMessages,
  'anthropic-count-tokens': followAnthropicCountTokens,
  gemini: followGemini,
  'gemini-count-tokens': followGeminiCountTokens,
  'gemini-embed-content': followGeminiEmbeddings,
  'gemini-batch-embed-contents': followGeminiEmbeddings,
  'gemini-predict': followGeminiPredict,
} satisfies Record<string, ObserverFactory>

/** The wire formats the gateway reads along. */
export type Format = keyof typeof observers

export type { ObserverFactory, StreamObserver } from './observer.ts'
export { isEmpty, newTally, type Tally } from './tally.ts'
