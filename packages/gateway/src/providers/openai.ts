import { embeddingsBy } from '../exchanges/index.ts'
import type { Format } from '../protocols/index.ts'
import type { ChatQuirks } from '../protocols/openai-chat/quirks.ts'
import { openAiEmbeddings } from '../protocols/openai-embeddings/exchange.ts'
import { forwarded, type Provider, type ProviderWire } from './provider.ts'

const OPENAI_FORMATS: ReadonlySet<Format> = new Set([
  'openai-chat',
  'openai-completions',
  'openai-responses',
  'openai-embeddings',
  'openai-moderations',
  'openai-image-generations',
  'openai-image-edits',
  'openai-speech',
  'openai-transcriptions',
  'openai-translations',
  'openai-realtime',
  'rerank',
])

const embeddings = embeddingsBy(openAiEmbeddings)

/** Embeddings asked in whatever client's words. */
export const openAiEmbeddingExchanges = () => embeddings

/** How OpenAI and every host like it is reached: base address + the client's path, a bearer key. */
export const openAiWire: ProviderWire = {
  nativeFormats: () => OPENAI_FORMATS,
  target: model => ({ dialect: 'openai-chat', quirks: openAiQuirks(model) }),
  exchanges: openAiEmbeddingExchanges,
  address: ({ channel, path }) => channel.baseUrl + (isAiGateway(channel.baseUrl) ? path.replace(/^\/v1/, '') : path),
  headers: ({ channel, clientHeaders }) => ({
    authorization: `Bearer ${channel.key}`,
    ...(channel.type === openai.type && channel.organization && { 'openai-organization': channel.organization }),
    ...forwarded(clientHeaders, ['openai-beta']),
  }),
}

export const openai: Provider = {
  type: 1,
  id: 'openai',
  name: 'OpenAI',
  color: 'green',
  baseUrl: 'https://api.openai.com',
  models: { catalogue: 'openai' },
  ...openAiWire,
}

/** OpenAI's own models refuse what others' want to get back, and the reasoning ones an older name of the limit. */
export const openAiQuirks = (model: string): ChatQuirks => {
  const reasons = /^(o\d|gpt-5)/.test(model)
  const isOwn = reasons || /^(gpt-(?!oss)|chatgpt-)/.test(model)
  return { ...(reasons && { maxCompletionTokens: true }), ...(isOwn && OWN_MODELS) }
}

const OWN_MODELS: ChatQuirks = { reasoningBack: 'none', dataOnly: ['audio', 'file'] }

/** Cloudflare's AI gateway has the version in its own address. */
const isAiGateway = (baseUrl: string): boolean => baseUrl.startsWith('https://gateway.ai.cloudflare.com')
