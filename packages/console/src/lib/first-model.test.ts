import { expect, test } from 'bun:test'
import { firstModel } from './first-model.ts'

test.each([
  [['ada', 'babbage-002', 'gpt-4o-mini', 'gpt-4o'], 'gpt-4o-mini'],
  [['gpt-4o-mini', 'gpt-5-mini', 'gpt-5.4-mini'], 'gpt-5.4-mini'],
  [['text-embedding-3-small', 'gpt-5.5'], 'gpt-5.5'],
  [['claude-opus-5', 'claude-sonnet-4-5', 'claude-sonnet-5'], 'claude-sonnet-5'],
  [['dall-e-3', 'openai/gpt-4o-mini'], 'openai/gpt-4o-mini'],
  [['whisper-1', 'my-own-model'], 'my-own-model'],
  [['text-embedding-3-small'], 'text-embedding-3-small'],
  [[], undefined],
])('of %j a first call asks %p', (names, model) => {
  expect(firstModel(names)).toBe(model)
})
