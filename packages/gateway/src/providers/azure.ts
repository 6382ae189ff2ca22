import type { Format } from '../protocols/index.ts'
import { at, IMAGES, SOUNDS } from './compatible.ts'
import { openAiEmbeddingExchanges, openAiQuirks } from './openai.ts'
import { forwarded, type Provider, type ProviderCall } from './provider.ts'

const DEFAULT_VERSION = '2025-04-01-preview'

/** Azure's first generation: one address per deployment and task. */
const TASKS = at('', 'openai-chat', 'openai-completions', 'openai-embeddings', ...IMAGES, ...SOUNDS)

/** API versions that select the second generation, whose addresses are OpenAI's own. */
const SECOND_GENERATION: ReadonlySet<string> = new Set(['v1', 'preview', 'latest'])

const AZURE_FORMATS: ReadonlySet<Format> = new Set([
  ...(Object.keys(TASKS) as Format[]),
  'openai-responses',
  'openai-realtime',
])

/**
 * Azure OpenAI: a model is a deployment. Only the second generation has Responses; an API version `v1`, `preview` or `latest` in
 * the channel's `other` sends everything there. https://learn.microsoft.com/azure/ai-foundry/openai/api-version-lifecycle
 */
export const azure: Provider = {
  type: 3,
  id: 'azure',
  name: 'Azure OpenAI',
  color: 'cyan',
  other: 'api_version',
  models: { catalogue: 'openai' },
  keepsResponses: true,
  nativeFormats: () => AZURE_FORMATS,
  target: model => ({ dialect: 'openai-chat', quirks: openAiQuirks(model, 'azure') }),
  exchanges: openAiEmbeddingExchanges,
  address: call => {
    const { channel, format, model } = call
    const version = versionOf(call)
    const deployment = encodeURIComponent(model)
    const isFirst = !SECOND_GENERATION.has(version)
    if (isFirst && format === 'openai-realtime')
      return `${channel.baseUrl}/openai/realtime?api-version=${version}&deployment=${deployment}`
    const task = isFirst ? TASKS[format as Format] : undefined
    if (task) return `${deployments(channel.baseUrl)}/${deployment}${task}?api-version=${version}`
    const address = `${channel.baseUrl}/openai${call.path}`
    if (isFirst || version === 'v1') return address
    return `${address}${address.includes('?') ? '&' : '?'}api-version=${version}`
  },
  // the resource, which contains the operator's name
  secrets: ({ baseUrl }) => [/^https?:\/\/([^./]+)\.[^/]*azure/i.exec(baseUrl)?.[1] ?? ''],
  headers: ({ channel, clientHeaders }) => ({ 'api-key': channel.key, ...forwarded(clientHeaders, ['openai-beta']) }),
}

/** Returns the client's version, otherwise the operator's. */
const versionOf = ({ channel, clientUrl }: ProviderCall): string =>
  encodeURIComponent(new URL(clientUrl).searchParams.get('api-version') || channel.other.trim() || DEFAULT_VERSION)

/** Addresses of Cloudflare's AI gateway contain only the resource. */
const deployments = (baseUrl: string): string =>
  baseUrl.startsWith('https://gateway.ai.cloudflare.com') ? baseUrl : `${baseUrl}/openai/deployments`
