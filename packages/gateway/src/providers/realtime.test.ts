import { expect, test } from 'bun:test'
import { callOf, providerOfType } from './call-fixture.ts'
import { canServe, type ProviderCall } from './index.ts'

const call = (type: number, channel: object, query = ''): ProviderCall =>
  callOf(type, channel, {
    format: 'openai-realtime',
    path: '/v1/realtime?model=m%2F1',
    model: 'm/1',
    isStream: true,
    clientUrl: `http://gate/v1/realtime?model=m${query}`,
  })

test.each<[host: string, type: number, channel: { baseUrl?: string; other?: string; query?: string }, url: string]>([
  ['OpenAI', 1, {}, 'http://up/v1/realtime?model=m%2F1'],
  [
    'OpenAI behind Cloudflare’s gateway',
    1,
    { baseUrl: 'https://gateway.ai.cloudflare.com/v1/a/b/openai' },
    'https://gateway.ai.cloudflare.com/v1/a/b/openai/realtime?model=m%2F1',
  ],
  ['Azure', 3, {}, 'http://up/openai/realtime?api-version=2025-04-01-preview&deployment=m%2F1'],
  [
    'Azure, the operator’s version',
    3,
    { other: '2024-10-01-preview' },
    'http://up/openai/realtime?api-version=2024-10-01-preview&deployment=m%2F1',
  ],
  [
    'Azure, the client’s version before the operator’s',
    3,
    { other: '2024-10-01-preview', query: '&api-version=2024-12-17' },
    'http://up/openai/realtime?api-version=2024-12-17&deployment=m%2F1',
  ],
  ['Azure’s second generation', 3, { other: 'v1' }, 'http://up/openai/v1/realtime?model=m%2F1'],
  [
    'Azure’s second generation in preview',
    3,
    { other: 'preview' },
    'http://up/openai/v1/realtime?model=m%2F1&api-version=preview',
  ],
  ['a reseller', 6, {}, 'http://up/v1/realtime?model=m%2F1'],
  ['a custom address', 8, { baseUrl: 'http://up/live' }, 'http://up/live?model=m%2F1'],
  [
    'a custom address that names the model itself',
    8,
    { baseUrl: 'http://up/{model}/realtime' },
    'http://up/m%2F1/realtime',
  ],
  [
    'a custom address with a model of its own',
    8,
    { baseUrl: 'http://up/realtime?model=x' },
    'http://up/realtime?model=x',
  ],
])('a live session with %s is at', (_host, type, { query, ...channel }, url) => {
  expect(providerOfType(type).address(call(type, channel, query))).toBe(url)
})

test.each([
  [1, 'http://up', true],
  [3, 'http://up', true],
  [8, 'http://up/realtime', true],
  [8, 'http://up/v1/chat/completions', false],
  [14, 'http://up', false],
  [24, 'http://up', false],
])('a channel of type %p at %s takes live sessions: %p', (type, baseUrl, expected) => {
  const provider = providerOfType(type)
  expect(canServe({ ...call(type, { baseUrl }).channel, provider }, 'openai-realtime', 'm')).toBe(expected)
})
