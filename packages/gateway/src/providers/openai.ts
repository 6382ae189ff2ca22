import { embeddingsBy } from '../exchanges/index.ts'
import type { Format } from '../protocols/index.ts'
import type { ChatQuirks, ThinkingWords } from '../protocols/openai-chat/quirks.ts'
import { openAiEmbeddings } from '../protocols/openai-embeddings/exchange.ts'
import { type HostName, hostAt, lackedBy } from './host-parameters.ts'
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

const OPENAI = 'https://api.openai.com'
/** Formats that similar hosts lack. */
const OPENAI_ALONE: ReadonlySet<Format> = new Set([...OPENAI_FORMATS, 'openai-input-tokens'])

const embeddings = embeddingsBy(openAiEmbeddings)

/** Embeddings for clients of all formats. */
export const openAiEmbeddingExchanges = () => embeddings

/** How OpenAI and all similar hosts are reached: base address, the client's path, a bearer key. */
export const openAiWire: ProviderWire = {
  nativeFormats: () => OPENAI_FORMATS,
  target: (model, { baseUrl }) => ({ dialect: 'openai-chat', quirks: openAiQuirks(model, hostAt(baseUrl)) }),
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
  baseUrl: OPENAI,
  models: { catalogue: 'openai' },
  keepsResponses: true,
  ...openAiWire,
  // https://platform.openai.com/docs/guides/batch
  batches: {
    protocol: 'openai',
    formats: ['openai-chat', 'openai-responses', 'openai-embeddings', 'openai-completions'],
    priceShare: 0.5,
  },
  nativeFormats: (_, { baseUrl }) => (baseUrl === OPENAI ? OPENAI_ALONE : OPENAI_FORMATS),
}

/**
 * OpenAI's own models refuse members that others want back, and its reasoning models refuse an older name of the limit.
 */
export const openAiQuirks = (model: string, host: HostName): ChatQuirks => {
  const reasons = /^(o\d|gpt-5)/.test(model)
  const isOwn = reasons || /^(gpt-(?!oss)|chatgpt-)/.test(model)
  const lacks = lackedBy(isOwn && host === 'unknown' ? 'openai' : host, model)
  const thinkingWords = WORDS_AT[host]
  return {
    ...(reasons && { maxCompletionTokens: true }),
    ...(isOwn && OWN_MODELS),
    ...(thinkingWords && { thinkingWords }),
    lacks,
  }
}

/** How hosts known by their address are told to think, if not as OpenAI. */
const WORDS_AT: Partial<Record<HostName, ThinkingWords>> = {
  openrouter: 'router',
  deepseek: 'type',
  moonshot: 'type',
  alibaba: 'flag',
}

const OWN_MODELS: ChatQuirks = { reasoningBack: 'none', dataOnly: ['audio', 'file'] }

/** Cloudflare's AI gateway has the version in its own address. */
const isAiGateway = (baseUrl: string): boolean => baseUrl.startsWith('https://gateway.ai.cloudflare.com')
