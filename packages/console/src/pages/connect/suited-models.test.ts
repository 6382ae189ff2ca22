import { expect, test } from 'bun:test'
import { modelsOfToken, suitedModels } from './suited-models.ts'

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

test('a token may call what its group has and its own list names', () => {
  const priced = [
    { model_name: 'a', enable_groups: ['default'] },
    { model_name: 'b', enable_groups: ['vip'] },
    { model_name: 'c', enable_groups: ['default', 'vip'] },
  ]
  const open = { group: '', model_limits_enabled: false, model_limits: '' }
  const allowed = (token: Partial<typeof open>) =>
    modelsOfToken({ ...open, ...token }, ['a', 'b', 'c', 'd'], priced, 'default')
  expect(allowed({})).toEqual(['a', 'c', 'd'])
  expect(allowed({ group: 'vip' })).toEqual(['b', 'c', 'd'])
  expect(allowed({ model_limits_enabled: true, model_limits: 'b,c' })).toEqual(['c'])
  expect(allowed({ model_limits: 'b,c' })).toEqual(['a', 'c', 'd'])
})
