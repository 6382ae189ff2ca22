import { expect, test } from 'bun:test'
import type { DialectId, Format } from '../protocols/index.ts'
import { custom } from './custom.ts'
import type { ProviderChannel } from './provider.ts'

const channelAt = (baseUrl: string): ProviderChannel => ({ type: 8, baseUrl, key: 'k', other: '', organization: '' })

test.each<[baseUrl: string, formats: Format[], conversations: DialectId | undefined]>([
  ['http://up/openai/chat/completions', ['openai-chat'], 'openai-chat'],
  ['http://up/v9/chat/completions?api-version=1', ['openai-chat'], 'openai-chat'],
  ['http://up/claude/v1/messages', ['anthropic-messages'], 'anthropic-messages'],
  ['http://up/v1/responses', ['openai-responses'], 'openai-responses'],
  ['http://up/v1/completions', ['openai-completions'], undefined],
  ['http://up/embeddings', ['openai-embeddings'], undefined],
])('at %s a custom channel speaks %j', (baseUrl, formats, conversations) => {
  const channel = channelAt(baseUrl)
  expect([...custom.nativeFormats('m-1', channel)]).toEqual(formats)
  expect(custom.target?.('m-1', channel)?.dialect).toBe(conversations)
})

test('a custom channel at an unknown address takes all of OpenAI’s formats', () => {
  const channel = channelAt('http://up/relay')
  expect(custom.nativeFormats('m-1', channel)).toContain('openai-moderations')
  expect(custom.target?.('m-1', channel)?.dialect).toBe('openai-chat')
})

test('embeddings of other clients go to channels that speak only embeddings', () => {
  const exchangesAt = (baseUrl: string) => Object.keys(custom.exchanges?.('m-1', channelAt(baseUrl)) ?? {})
  expect(exchangesAt('http://up/v1/chat/completions')).toEqual([])
  expect(exchangesAt('http://up/v1/embeddings')).toContain('gemini-embed-content')
})
