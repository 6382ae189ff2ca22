import { expect, test } from 'bun:test'
import type { PricedModel } from '@tollgate/contract'
import { byMaker } from './by-maker.ts'

const model = (model_name: string, maker: string, enable_groups = ['default'], chat = true) =>
  ({ model_name, maker, enable_groups, abilities: { chat } }) as PricedModel

test('makers are shown with their models that the group may call, newest names first, unknown makers last', () => {
  const models = [
    model('riddle', ''),
    model('enigma', ''),
    model('gpt-5-mini', 'OpenAI'),
    model('text-embedding-9', 'OpenAI', ['default'], false),
    model('gpt-5.5', 'OpenAI'),
    model('gpt-barred', 'OpenAI', ['vip']),
    model('claude-opus-4-5', 'Anthropic'),
    model('claude-opus-10', 'Anthropic'),
  ]
  expect(byMaker(models, 'default').map(({ maker, models }) => [maker, models.map(one => one.model_name)])).toEqual([
    ['OpenAI', ['gpt-5.5', 'gpt-5-mini', 'text-embedding-9']],
    ['Anthropic', ['claude-opus-10', 'claude-opus-4-5']],
    ['', ['riddle', 'enigma']],
  ])
})
