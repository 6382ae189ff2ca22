import { expect, test } from 'bun:test'
import type { PricedModel } from '@tollgate/contract'
import { findModels } from './find-models.ts'
import { linesWorthSaying, pricesOf } from './price-lines.ts'
import { callPrice, tokenPrices } from './prices.ts'
import { sortModels } from './sort-models.ts'

function model(name: string, change: Partial<PricedModel> = {}): PricedModel {
  return {
    model_name: name,
    quota_type: 0,
    model_price: 0,
    owner_by: '',
    enable_groups: ['default'],
    is_priced: true,
    model_ratio: 1.25,
    completion_ratio: 4,
    cache_ratio: 0.5,
    cache_creation_ratio: 1,
    image_ratio: 1,
    image_completion_ratio: 4,
    audio_ratio: 1,
    audio_completion_ratio: 4,
    tool_prices: {},
    ...change,
  }
}
const names = (models: PricedModel[]) => models.map(({ model_name }) => model_name)

test('what the group may call comes first, then what is paid by usage, then gpt, then the alphabet', () => {
  const models = [
    model('zeta'),
    model('alpha', { quota_type: 1 }),
    model('gpt-image', { quota_type: 1 }),
    model('beta', { enable_groups: ['vip'] }),
    model('gpt-5'),
    model('gpt-4', { enable_groups: ['vip'] }),
    model('claude'),
  ]
  expect(names(sortModels(models, 'default'))).toEqual([
    'gpt-5',
    'claude',
    'zeta',
    'gpt-image',
    'alpha',
    'gpt-4',
    'beta',
  ])
})

test('a search needs every word, and no hyphens', () => {
  const models = [model('gpt-4o'), model('gpt-4o-mini'), model('claude-sonnet-4-5'), model('claude-opus-4-5')]
  expect(names(findModels(models, 'GPT4o'))).toEqual(['gpt-4o', 'gpt-4o-mini'])
  expect(names(findModels(models, ' claude 4.5 son'))).toEqual(['claude-sonnet-4-5'])
  expect(names(findModels(models, '-'))).toEqual(names(models))
  expect(findModels(models, 'gemini')).toEqual([])
})

test('prices are ratios times two dollars a million tokens, times the group’s ratio', () => {
  expect(tokenPrices(model('gpt-4o'), 1)).toEqual({ input: 2.5, output: 10, cached: 1.25 })
  expect(tokenPrices(model('gpt-4o'), 0.8)).toEqual({ input: 2, output: 8, cached: 1 })
  expect(callPrice(model('mj', { quota_type: 1, model_price: 0.1 }), 6)).toBeCloseTo(0.6)
})

test('the details name whatever differs from plain input and output', () => {
  const linesOf = (change: Partial<PricedModel>) => linesWorthSaying(pricesOf(model('any', change), 1))
  expect(linesOf({})).toEqual(['input', 'cached', 'output'])
  expect(linesOf({ cache_creation_ratio: 1.25, image_ratio: 2, image_completion_ratio: 2 })).toEqual([
    'input',
    'cached',
    'cacheWrite5m',
    'cacheWrite1h',
    'output',
    'imageInput',
  ])
})
