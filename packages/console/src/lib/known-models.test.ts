import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { bestKnownModel, holdsConversations } from './known-models.ts'

const SEED = 14

/** The models of a site with everything, in list order. */
const EVERYTHING = [
  'ada',
  'babbage-002',
  'chatgpt-4o-latest',
  'claude-3-5-sonnet-20241022',
  'claude-opus-4-5',
  'claude-sonnet-4-5-20250929',
  'claude-sonnet-4-5',
  'dall-e-3',
  'davinci',
  'deepseek-chat',
  'gemini-2.0-flash',
  'gemini-2.5-flash',
  'gemini-2.5-pro',
  'gpt-3.5-turbo',
  'gpt-3.5-turbo-instruct',
  'gpt-4o',
  'gpt-4o-mini',
  'gpt-5',
  'gpt-5-mini',
  'gpt-5-mini-2025-08-07',
  'gpt-image-1',
  'text-ada-001',
  'text-embedding-ada-002',
  'whisper-1',
]

test.each([
  ['openai-chat', 'gpt-5-mini'],
  ['openai-responses', 'gpt-5-mini'],
  ['anthropic-messages', 'claude-sonnet-4-5'],
  ['gemini', 'gemini-2.5-flash'],
] as const)('of everything, the best known for %s is %s', (format, model) => {
  expect(bestKnownModel(EVERYTHING, format)).toBe(model)
})

test.each([
  [['ada', 'my-own-model'], 'my-own-model'],
  [['text-embedding-3-small', 'deepseek-reasoner', 'deepseek-chat'], 'deepseek-chat'],
  [['us.anthropic.claude-opus-5', 'us.anthropic.claude-sonnet-5'], 'us.anthropic.claude-sonnet-5'],
  [['gpt-4o', 'gpt-4o-mini'], 'gpt-4o-mini'],
  [['zebra', 'qwen-max', 'llama-3.3-70b-instruct'], 'qwen-max'],
  [['my-own-model', 'claude-sonnet-5'], 'claude-sonnet-5'],
  [['gpt-3.5-turbo-instruct', 'gpt-3.5-turbo'], 'gpt-3.5-turbo'],
  [['whisper-1'], 'whisper-1'],
  [[], undefined],
] as const)('of %p it is %p', (names, model) => {
  expect(bestKnownModel(names)).toBe(model)
})

test('the result is one of the names, whatever their order, and a chat model if there is any', () => {
  const names = fc.uniqueArray(fc.oneof(fc.constantFrom(...EVERYTHING), fc.string({ minLength: 1, maxLength: 12 })), {
    minLength: 1,
  })
  fc.assert(
    fc.property(names, given => {
      const model = bestKnownModel(given)
      expect(given).toContain(model as string)
      if (!given.some(holdsConversations)) return
      expect(holdsConversations(model as string)).toBe(true)
      expect(bestKnownModel(given.toReversed())).toBe(model)
    }),
    { seed: SEED },
  )
})
