import { type Channel, DEFAULT_GROUP, splitList, withoutTrailingSlashes } from '@tollgate/contract'
import type { NewChannel } from './api.ts'

/** A channel as its form holds it: lists are lists, switches are booleans. */
export interface ChannelValues {
  type: number
  name: string
  /** One per line for several channels; empty keeps the stored one. */
  key: string
  /** For several keys in one channel; empty: one channel per key. */
  key_spread: Channel['key_spread']
  base_url: string
  other: string
  models: string[]
  group: string[]
  priority: number
  weight: number
  tag: string
  auto_ban: boolean
  test_model: string
  model_mapping: string
  status_code_mapping: string
  param_override: string
  setting: string
  openai_organization: string
  max_input_tokens: number
}

const OPENAI = 1

export const newChannelValues: ChannelValues = {
  type: OPENAI,
  name: '',
  key: '',
  key_spread: '',
  base_url: '',
  other: '',
  models: [],
  group: [DEFAULT_GROUP],
  priority: 0,
  weight: 0,
  tag: '',
  auto_ban: true,
  test_model: '',
  model_mapping: '',
  status_code_mapping: '',
  param_override: '',
  setting: '',
  openai_organization: '',
  max_input_tokens: 0,
}

export function valuesOfChannel(channel: Channel): ChannelValues {
  const same = Object.fromEntries(Object.keys(newChannelValues).map(name => [name, channel[name as keyof Channel]]))
  return {
    // every field of the form but the key is one of the channel's
    ...(same as Omit<ChannelValues, 'key' | 'models' | 'group' | 'auto_ban'>),
    key: '',
    models: splitList(channel.models),
    group: splitList(channel.group),
    auto_ban: channel.auto_ban === 1,
  }
}

/** The request body. An empty key keeps the stored one. */
export function channelOfValues({ key, models, group, auto_ban, base_url, ...same }: ChannelValues): NewChannel {
  return {
    ...same,
    ...(key.trim() !== '' && { key: key.trim() }),
    base_url: withoutTrailingSlash(base_url),
    models: models.join(','),
    group: group.join(','),
    auto_ban: auto_ban ? 1 : 0,
  }
}

/** The gateway adds `/v1` itself, so an address that ends in it is most likely a mistake. */
export const endsInVersion = (baseUrl: string): boolean => withoutTrailingSlash(baseUrl).endsWith('/v1')

const withoutTrailingSlash = (address: string) => withoutTrailingSlashes(address.trim())
