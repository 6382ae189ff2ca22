import { aiProxyLibrary } from './aiproxy-library/index.ts'
import { anthropicCountTokens } from './anthropic-count-tokens/index.ts'
import { anthropicMessages } from './anthropic-messages/index.ts'
import { bedrock } from './bedrock/index.ts'
import { cloudflareRun } from './cloudflare-run/index.ts'
import { cohere } from './cohere/index.ts'
import { coze } from './coze/index.ts'
import { dify } from './dify/index.ts'
import { ernie } from './ernie/index.ts'
import { gemini } from './gemini/index.ts'
import { geminiCountTokens } from './gemini-count-tokens/index.ts'
import { geminiBatchEmbedContents, geminiEmbedContent } from './gemini-embeddings/index.ts'
import { geminiInteractions } from './gemini-interactions/index.ts'
import { geminiPredict } from './gemini-predict/index.ts'
import { hunyuan } from './hunyuan/index.ts'
import { openAiChat } from './openai-chat/index.ts'
import { openAiCompletions } from './openai-completions/index.ts'
import { openAiEmbeddings } from './openai-embeddings/index.ts'
import { openAiImageEdits, openAiImageGenerations } from './openai-images/index.ts'
import { openAiInputTokens } from './openai-input-tokens/index.ts'
import { openAiModerations } from './openai-moderations/index.ts'
import { openAiRealtime } from './openai-realtime/index.ts'
import { openAiResponses } from './openai-responses/index.ts'
import { openAiSpeech } from './openai-speech/index.ts'
import { openAiTranscriptions, openAiTranslations } from './openai-transcriptions/index.ts'
import type { Protocol } from './protocol.ts'
import { rerank } from './rerank/index.ts'
import { spark } from './spark/index.ts'
import { zhipuV3 } from './zhipu-v3/index.ts'

/** All wire formats the gateway knows. One that only upstreams speak, and only in single calls, needs no definition. */
export const registry = {
  'openai-chat': openAiChat,
  'openai-responses': openAiResponses,
  'anthropic-messages': anthropicMessages,
  gemini,
  'gemini-interactions': geminiInteractions,
  'openai-completions': openAiCompletions,
  'openai-embeddings': openAiEmbeddings,
  'openai-moderations': openAiModerations,
  'openai-image-generations': openAiImageGenerations,
  'openai-image-edits': openAiImageEdits,
  'openai-speech': openAiSpeech,
  'openai-transcriptions': openAiTranscriptions,
  'openai-translations': openAiTranslations,
  'openai-realtime': openAiRealtime,
  rerank,
  'openai-input-tokens': openAiInputTokens,
  'anthropic-count-tokens': anthropicCountTokens,
  'gemini-count-tokens': geminiCountTokens,
  'gemini-embed-content': geminiEmbedContent,
  'gemini-batch-embed-contents': geminiBatchEmbedContents,
  'gemini-predict': geminiPredict,
  bedrock,
  cohere,
  hunyuan,
  dify,
  coze,
  spark,
  ernie,
  'zhipu-v3': zhipuV3,
  'aiproxy-library': aiProxyLibrary,
  'bedrock-invoke': {},
  'cohere-embed': {},
  'cohere-rerank': {},
  'ollama-embed': {},
  'dashscope-rerank': {},
  'dashscope-images': {},
  'minimax-speech': {},
  'minimax-images': {},
  'images-in-json': {},
  'cloudflare-run': cloudflareRun,
  'hunyuan-embed': {},
  'volcengine-speech': {},
} satisfies Record<string, Protocol>
