import { describe, expect, test } from 'bun:test'
import type { Channel } from '@tollgate/contract'
import { channelOfValues, endsInVersion, newChannelValues, valuesOfChannel } from './channel-values.ts'

const settings = {
  type: 3,
  name: 'Azure',
  base_url: 'https://azure.example.com',
  other: '2024-10-21',
  models: 'gpt-4o,gpt-4o-mini',
  group: 'default,vip',
  priority: 5,
  weight: 2,
  tag: 'west',
  auto_ban: 1,
  test_model: 'gpt-4o-mini',
  model_mapping: '{"a":"b"}',
  status_code_mapping: '',
  param_override: '',
  setting: '',
  openai_organization: '',
  max_input_tokens: 0,
  key_spread: '' as const,
}
const channel: Channel = {
  ...settings,
  id: 3,
  status: 3,
  response_time: 10,
  balance: 1,
  used_quota: 5,
  created_time: 1,
  test_time: 1,
  balance_updated_time: 1,
  other_info: '{}',
  version: 4,
}

describe('a channel’s form', () => {
  test('returns the settings it was given, and no key if none was typed', () => {
    expect(channelOfValues(valuesOfChannel(channel))).toEqual(settings)
  })

  test('sends a typed key', () => {
    expect(channelOfValues({ ...newChannelValues, key: ' sk-1\nsk-2 \n' }).key).toBe('sk-1\nsk-2')
  })

  test('strips trailing slashes of the address', () => {
    expect(channelOfValues({ ...newChannelValues, base_url: 'https://a.example.com// ' }).base_url).toBe(
      'https://a.example.com',
    )
  })

  test('recognises an address with its own version', () => {
    expect(
      ['https://a.example.com/v1/', 'https://a.example.com/v1', 'https://a.example.com'].map(endsInVersion),
    ).toEqual([true, true, false])
  })
})
