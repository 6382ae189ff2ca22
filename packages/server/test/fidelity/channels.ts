import type { Channel } from '@tollgate/contract'
import { type DialectId, providerOf, type UpstreamDialectId } from '@tollgate/gateway'
import type { ReplayingUpstream } from './replaying-upstream.ts'
import { vertexKey } from './vertex-key.ts'

/** What a channel is made of. */
export type ChannelFields = Partial<Channel> & { key?: string }

const CUSTOM = 8

/** Provider of recordings → the type of channel its traffic comes through. Others are reached by a custom channel. */
const TYPES: Readonly<Record<string, number>> = {
  openai: 1,
  azure: 3,
  anthropic: 14,
  openrouter: 20,
  gemini: 24,
  zhipu: 26,
  bedrock: 33,
  cohere: 34,
  vertex: 41,
  mistral: 42,
  deepseek: 43,
}

/** What a type's key looks like, where it is more than a word. */
const KEYS: Readonly<Record<number, (upstream: ReplayingUpstream) => string>> = {
  33: () => 'api-key|us-east-1',
  41: ({ tokenUri }) => vertexKey('project', tokenUri),
}

/** The type used for a dialect where the provider's own type uses another one upstream. */
const STAND_INS: Partial<Record<UpstreamDialectId, number>> = {
  'anthropic-messages': 14,
  gemini: 24,
  bedrock: 33,
  cohere: 34,
}

/** Custom channels that speak one dialect alone. */
const CUSTOM_PATHS: Partial<Record<UpstreamDialectId, string>> = {
  'openai-chat': '/v1/chat/completions',
  'openai-responses': '/v1/responses',
}

/** Formats of single hosts, which sign, upload or speak over sockets, are played by stand-ins of their own: relay/upstream/vendors.test.ts. */
export const isPlayedHere = (dialect: UpstreamDialectId): boolean => dialect in CUSTOM_PATHS || dialect in STAND_INS

/**
 * The channel through which a client of a dialect reaches a recorded answer: of the provider's own type, unless that one
 * would ask its upstream in another dialect than the answer's.
 */
export function channelFor(
  provider: string,
  client: DialectId,
  dialect: UpstreamDialectId,
  model: string,
  upstream: ReplayingUpstream,
): ChannelFields {
  const own = TYPES[provider] ?? CUSTOM
  const path = CUSTOM_PATHS[dialect]
  const isOwn = asksIn(own, client, model) === dialect
  if (!isOwn && path) return { type: CUSTOM, base_url: upstream.url + path }
  const type = isOwn ? own : (STAND_INS[dialect] ?? CUSTOM)
  return { type, base_url: upstream.url, key: KEYS[type]?.(upstream) }
}

function asksIn(type: number, client: DialectId, model: string): string | undefined {
  const provider = providerOf(type)
  const channel = { type, baseUrl: '', key: '', other: '', organization: '' }
  return provider?.nativeFormats(model, channel).has(client) ? client : provider?.target?.(model, channel)?.dialect
}
