import { expect, test } from 'bun:test'
import { familiesOf } from './families.ts'

test('models are grouped by the first word of their names, the largest group first', () => {
  const models = [
    'claude-opus-4',
    'gpt-5',
    'openai/gpt-4o-mini',
    'o3',
    'meta/Llama-3',
    'llama-4',
    'GPT-image-1',
    '@cf/42',
  ]
  expect(familiesOf(models)).toEqual([
    { name: 'gpt', models: ['gpt-5', 'openai/gpt-4o-mini', 'GPT-image-1'] },
    { name: 'llama', models: ['meta/Llama-3', 'llama-4'] },
    { name: '@cf/42', models: ['@cf/42'] },
    { name: 'claude', models: ['claude-opus-4'] },
    { name: 'o', models: ['o3'] },
  ])
})

test('no models are no families', () => {
  expect(familiesOf([])).toEqual([])
})
