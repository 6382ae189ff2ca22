import type { OperatorOptions, Provider, ProviderCall, ProviderChannel } from './provider.ts'

/** A call that asks an upstream for its models. */
interface ModelListRequest {
  url: string
  headers: Record<string, string>
}

/**
 * By provider id: the path after its base address, if it is not next to that of conversations; null: it has no list for
 * keys.
 */
const PLACES: Record<string, string | null> = {
  anthropic: '/v1/models?limit=1000',
  gemini: '/v1beta/models?pageSize=1000',
  cohere: '/v1/models?page_size=1000',
  // names of deployments; later versions list models that could be deployed
  azure: '/openai/deployments?api-version=2022-12-01',
  cloudflare: '/client/v4/accounts/{account}/ai/models/search?per_page=1000',
  aws: null,
  vertex: null,
  fastgpt: null,
  midjourney: null,
  'midjourney-plus': null,
}

const CONVERSATIONS = '/chat/completions'

/** Returns the request for an upstream's model list; null: it has none. */
export function modelListRequest(
  channel: ProviderChannel & { provider: Provider },
  options: OperatorOptions,
): ModelListRequest | null {
  const { provider } = channel
  const call = callOf(channel, options)
  const place = PLACES[provider.id]
  const url =
    place === undefined ? besideConversations(provider, call) : place && channel.baseUrl + filled(place, channel)
  return url ? { url, headers: { accept: 'application/json', ...provider.headers(call) } } : null
}

function besideConversations(provider: Provider, call: ProviderCall): string | null {
  const address = provider.address(call)
  if (address.endsWith(CONVERSATIONS)) return `${address.slice(0, -CONVERSATIONS.length)}/models`
  // a full address tells nothing of other addresses
  return provider.id === 'custom' ? null : `${call.channel.baseUrl}/v1/models`
}

const filled = (place: string, { other }: ProviderChannel): string =>
  place.replace('{account}', encodeURIComponent(other.trim()))

function callOf(channel: ProviderChannel, options: OperatorOptions): ProviderCall {
  const named = { model: '', clientModel: '', clientUrl: 'http://localhost/', clientHeaders: new Headers() }
  return {
    channel,
    format: 'openai-chat',
    path: `/v1${CONVERSATIONS}`,
    ...named,
    isStream: false,
    isConverted: true,
    options,
  }
}

const LONGEST_NAME = 255
const MOST_NAMES = 10_000

/** Returns the sorted names in an upstream's model list, in any shape; null: it is not a list. */
export function readModelList(body: unknown): string[] | null {
  const list = [body, ...MEMBERS.map(member => (body as Record<string, unknown> | null)?.[member])].find(Array.isArray)
  if (!list) return null
  const names = list.slice(0, MOST_NAMES).map(nameOf)
  return [...new Set(names.filter(name => name !== '' && name.length <= LONGEST_NAME && !name.includes(',')))].sort()
}

/** The members that hold lists and names: OpenAI and most others, Gemini and Ollama, Cloudflare. */
const MEMBERS = ['data', 'models', 'result']
const NAMES = ['id', 'name', 'model'] as const

function nameOf(entry: unknown): string {
  if (typeof entry === 'string') return entry.trim()
  const { id, name, model } = (entry ?? {}) as Partial<Record<(typeof NAMES)[number], unknown>>
  // Cloudflare's ids are random; calls use its names
  const told = typeof name === 'string' && name.startsWith('@cf/') ? name : [id, name, model].find(isText)
  return isText(told) ? told.trim().replace(/^models\//, '') : ''
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
