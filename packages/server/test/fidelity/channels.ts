import type { Channel } from '@tollgate/contract'
import { type DialectId, providerOf, type UpstreamDialectId } from '@tollgate/gateway'
import type { ReplayingUpstream } from './replaying-upstream.ts'
import { vertexKey } from './vertex-key.ts'

/** The fields of a channel. */
export type ChannelFields = Partial<Channel> & { key?: string }

const CUSTOM = 8

/** Provider of recordings → the channel type its traffic uses. Others use a custom channel. */
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

/** The key format of types whose key is more than a word. */
const KEYS: Readonly<Record<number, (upstream: ReplayingUpstream) => string>> = {
  33: () => 'api-key|us-east-1',
  41: ({ tokenUri }) => vertexKey('project', tokenUri),
}

/** The type used for a dialect if the provider's own type would use another dialect upstream. */
const STAND_INS: Partial<Record<UpstreamDialectId, number>> = {
  'anthropic-messages': 14,
  gemini: 24,
  bedrock: 33,
  cohere: 34,
}

/** Paths of custom channels that speak only one dialect. */
const CUSTOM_PATHS: Partial<Record<UpstreamDialectId, string>> = {
  'openai-chat': '/v1/chat/completions',
  'openai-responses': '/v1/responses',
}

/**
 * Formats of single hosts that sign, upload or use sockets have their own stand-ins: relay/upstream/vendors.test.ts.
 */
export const isPlayedHere = (dialect: UpstreamDialectId): boolean => dialect in CUSTOM_PATHS || dialect in STAND_INS

/**
 * The channel through which a client of a dialect gets a recorded answer. It has the provider's own type, unless that
 * type would use another dialect than the answer's.
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
