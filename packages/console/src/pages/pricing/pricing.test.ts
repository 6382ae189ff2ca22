import { expect, test } from 'bun:test'
import type { PricedModel } from '@tollgate/contract'
import { findModels, type Wanted } from './find-models.ts'
import { lineName, linesWorthSaying, pricesOf } from './price-lines.ts'
import { callPrice, tokenPrices } from './prices.ts'
import { isAvailable, nextSorting, readSorting, sortModels } from './sort-models.ts'
import { costOfCall } from './typical-calls.ts'

function model(name: string, change: Partial<PricedModel> = {}): PricedModel {
  return {
    model_name: name,
    quota_type: 0,
    model_price: 0,
    by_second: false,
    audio_endpoint: null,
    owner_by: '',
    aliases: [],
    description: '',
    maker: '',
    context_window: null,
    abilities: {},
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
const ANYTHING: Wanted = { q: '', maker: '', ability: '', context: 0 }
const names = (models: PricedModel[]) => models.map(({ model_name }) => model_name)

const CONTEXT = { group: 'default', ratio: 1, call: 'chat' } as const

test('models that the group may call come first, then priced by usage, then gpt, then alphabetical', () => {
  const models = [
    model('zeta'),
    model('alpha', { quota_type: 1 }),
    model('gpt-image', { quota_type: 1 }),
    model('beta', { enable_groups: ['vip'] }),
    model('gpt-5'),
    model('gpt-4', { enable_groups: ['vip'] }),
    model('claude'),
  ]
  expect(names(sortModels(models, CONTEXT))).toEqual(['gpt-5', 'claude', 'zeta', 'gpt-image', 'alpha', 'gpt-4', 'beta'])
})

test('a search needs every word, and no hyphens', () => {
  const models = [model('gpt-4o'), model('gpt-4o-mini'), model('claude-sonnet-4-5'), model('claude-opus-4-5')]
  const named = (q: string) => names(findModels(models, { ...ANYTHING, q }).found)
  expect(named('GPT4o')).toEqual(['gpt-4o', 'gpt-4o-mini'])
  expect(named(' claude 4.5 son')).toEqual(['claude-sonnet-4-5'])
  expect(named('-')).toEqual(names(models))
  expect(named('gemini')).toEqual([])
})

test('a search finds a model by its aliases, too', () => {
  const models = [model('gpt-4o', { aliases: ['house-best'] }), model('house-draft')]
  expect(names(findModels(models, { ...ANYTHING, q: 'house best' }).found)).toEqual(['gpt-4o'])
})

test('where no name holds the words, letters may be left out, in their order', () => {
  const models = [model('gpt-4o'), model('gpt-4o-mini'), model('gemini-2.5-pro')]
  const named = (q: string) => names(findModels(models, { ...ANYTHING, q }).found)
  expect(named('g4mini')).toEqual(['gpt-4o-mini'])
  expect(named('gmni')).toEqual(['gpt-4o-mini', 'gemini-2.5-pro'])
  expect(named('mini')).toEqual(['gpt-4o-mini', 'gemini-2.5-pro'])
  expect(named('inim4g')).toEqual([])
})

test('a model without a price is available to nobody, has no known cost and comes after those with one', () => {
  const unpriced = model('a', { is_priced: false, model_ratio: 37.5 })
  expect(isAvailable(unpriced, 'default')).toBe(false)
  expect(costOfCall(unpriced, { fresh: 1, cached: 0, written: 0, output: 1 }, 1)).toBe('unpriced')
  const cheap = model('cheap')
  for (const key of ['input', '-input'])
    expect(names(sortModels([unpriced, cheap], CONTEXT, readSorting(key)))).toEqual(['cheap', 'a'])
})

test('only models known to fit are found; unknown ones are counted, not guessed', () => {
  const models = [
    model('seeing', { abilities: { vision: true }, context_window: 200_000, maker: 'One' }),
    model('blind', { abilities: { vision: false }, context_window: 200_000, maker: 'One' }),
    model('short', { abilities: { vision: true }, context_window: 8_000, maker: 'Two' }),
    model('riddle'),
  ]
  const asked = (wanted: Partial<Wanted>) => {
    const { found, unknown } = findModels(models, { ...ANYTHING, ...wanted })
    return [names(found), unknown]
  }
  expect(asked({ ability: 'vision' })).toEqual([['seeing', 'short'], 1])
  expect(asked({ ability: 'vision', context: 128_000 })).toEqual([['seeing'], 1])
  expect(asked({ maker: 'One', ability: 'vision' })).toEqual([['seeing'], 0])
  expect(asked({ ability: 'tools' })).toEqual([[], 4])
})

test('sorted by a price, models without one and those the group may not call come last, in either direction', () => {
  const models = [
    model('dear', { model_ratio: 5 }),
    model('call', { quota_type: 1, model_price: 0.01 }),
    model('cheap', { model_ratio: 0.1 }),
    model('barred', { model_ratio: 0.01, enable_groups: ['vip'] }),
  ]
  const sorted = (text: string) => names(sortModels(models, CONTEXT, readSorting(text)))
  expect(sorted('input')).toEqual(['cheap', 'dear', 'call', 'barred'])
  expect(sorted('-input')).toEqual(['dear', 'cheap', 'call', 'barred'])
  expect(sorted('call')).toEqual(['cheap', 'call', 'dear', 'barred'])
  expect(sorted('-model')).toEqual(['dear', 'cheap', 'call', 'barred'])
  expect(sorted('nonsense')).toEqual(['cheap', 'dear', 'call', 'barred'])
})

test('clicking a heading sorts by cheapest, most expensive, and back', () => {
  const clicks = ['input', '-input', '', 'input']
  expect(clicks.slice(0, 3).map(text => nextSorting('input', readSorting(text)))).toEqual(['-input', '', 'input'])
  expect(nextSorting('output', readSorting('-input'))).toBe('output')
})

test('a typical call costs the sum of its kinds of tokens, and calls that cannot be made have no cost', () => {
  const call = { fresh: 1_000, cached: 2_000, written: 4_000, output: 500 }
  const priced = model('gpt', { cache_creation_ratio: 1.25 })
  // 2.50 fresh, 1.25 cached, 3.125 written, 10.00 output, each per million
  expect(costOfCall(priced, call, 1)).toBeCloseTo(0.0025 + 0.0025 + 0.0125 + 0.005)
  expect(costOfCall(priced, call, 2)).toBeCloseTo(0.045)
  const long = model('gpt', { long_input: { ...priced, above: 6_999, model_ratio: 2.5 } })
  expect(costOfCall(long, { ...call, cached: 1_999, written: 4_000 }, 1)).toBeLessThan(0.03)
  expect(costOfCall(long, call, 1)).toBeCloseTo(0.045)
  expect(costOfCall(model('short', { context_window: 7_499 }), call, 1)).toBe('too-long')
  expect(costOfCall(model('fits', { context_window: 7_500 }), call, 1)).toBeNumber()
  expect(costOfCall(model('vectors', { abilities: { chat: false } }), call, 1)).toBe('not-comparable')
  expect(costOfCall(model('mj', { quota_type: 1, model_price: 0.1 }), call, 2)).toBeCloseTo(0.2)
  expect(costOfCall(model('film', { quota_type: 1, model_price: 0.1, by_second: true }), call, 1)).toBe(
    'not-comparable',
  )
})

test('prices are ratios times two dollars per million tokens, times the group’s ratio', () => {
  expect(tokenPrices(model('gpt-4o'), 1)).toEqual({ input: 2.5, output: 10, cached: 1.25 })
  expect(tokenPrices(model('gpt-4o'), 0.8)).toEqual({ input: 2, output: 8, cached: 1 })
  expect(callPrice(model('mj', { quota_type: 1, model_price: 0.1 }), 6)).toBeCloseTo(0.6)
})

test('the details name everything that differs from plain input and output', () => {
  const linesOf = (change: Partial<PricedModel>) =>
    linesWorthSaying(pricesOf(model('any', change), 1), change.abilities ?? {})
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

test('a model for vectors or rankings has no price of output and cache, and output is called by what the model can do', () => {
  const prices = pricesOf(model('any', { cache_creation_ratio: 1.25 }), 1)
  for (const ability of ['embeddings', 'rerank'])
    expect(linesWorthSaying(prices, { chat: false, [ability]: true })).toEqual(['input'])
  expect(linesWorthSaying(prices, { embeddings: true })).toContain('output')
  expect(linesWorthSaying(prices, { chat: false, images: true })).toContain('output')
  const nameFor = (...reasoning: (boolean | undefined)[]) =>
    lineName(
      'output',
      reasoning.map(known => ({ abilities: known === undefined ? {} : { reasoning: known } })),
    )
  expect([nameFor(true), nameFor(undefined), nameFor(false, true), nameFor(false)]).toEqual([
    'pricing.lines.output',
    'pricing.lines.output',
    'pricing.lines.output',
    'pricing.lines.outputAlone',
  ])
})
