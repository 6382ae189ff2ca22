import { expect, test } from 'bun:test'
import { suitedModels } from './suited-models.ts'

const NAMES = [
  'gpt-5-mini',
  'claude-sonnet-5',
  'us.anthropic.claude-opus-5',
  'google/gemini-3-pro',
  'deepseek-chat',
  'text-embedding-3-small',
  'gpt-image-2',
  'whisper-1',
]

test.each([
  ['openai-chat', ['gpt-5-mini', 'deepseek-chat']],
  ['openai-responses', ['gpt-5-mini']],
  ['anthropic-messages', ['claude-sonnet-5', 'us.anthropic.claude-opus-5']],
  ['gemini', ['google/gemini-3-pro']],
] as const)('models that speak %s come first, and what holds no conversation is not offered', (protocol, direct) => {
  const suited = suitedModels({ protocol }, NAMES)
  expect(suited.direct).toEqual([...direct])
  expect([...suited.direct, ...suited.converted].toSorted()).toEqual(NAMES.slice(0, 5).toSorted())
})
