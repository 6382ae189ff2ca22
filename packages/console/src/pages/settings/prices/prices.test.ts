import { describe, expect, test } from 'bun:test'
import type { EffectivePrice, OptionKey } from '@tollgate/contract'
import { afterBatch, type BatchMistake, type BatchValues, mistakeIn } from './batch.ts'
import { byMargin, marginOf } from './margin.ts'
import { type PriceRow, priceRows, ratioOf } from './price-rows.ts'
import { type OwnPrice, type PriceTables, readTables, withPrices } from './price-tables.ts'
import { afterTyping, emptyPrice, priceOfValues, valuesOfPrice } from './price-values.ts'

const NOTHING: PriceTables = { price: {}, ratio: {}, completionRatio: {}, cacheRatio: {} }

describe('the four options', () => {
  test('are parsed together, or the first invalid one is named', () => {
    const texts: Partial<Record<OptionKey, string>> = { ModelRatio: '{"a":1}', CacheRatio: '{"a":0.1}' }
    const textOf = (key: OptionKey) => texts[key] ?? '{}'
    expect(readTables(textOf)).toEqual({ ...NOTHING, ratio: { a: 1 }, cacheRatio: { a: 0.1 } })
    texts.CompletionRatio = '{"a":'
    expect(readTables(textOf)).toBe('CompletionRatio')
  })

  test('add whole prices, and remove models without one', () => {
    const tables = { ...NOTHING, price: { b: 0.1 }, ratio: { a: 1, c: 3 }, cacheRatio: { a: 0.5 } }
    expect(withPrices(tables, { a: { price: 0.2 }, b: { ratio: 2, completionRatio: 4 }, c: {} })).toEqual({
      price: { a: 0.2 },
      ratio: { b: 2 },
      completionRatio: { b: 4 },
      cacheRatio: {},
    })
  })
})

describe('the rows', () => {
  const inForce = (
    model: string,
    source: EffectivePrice['source'],
    price: Partial<EffectivePrice>,
  ): EffectivePrice => ({
    model,
    source,
    price: null,
    ratio: null,
    completion_ratio: null,
    cache_ratio: null,
    standard: null,
    ...price,
  })

  test('are the operator’s own models and the served ones of the price list, by name', () => {
    const edited = { ...NOTHING, ratio: { zeta: 1 } }
    const rows = priceRows(edited, NOTHING, [inForce('gpt', 'default', { ratio: 1.25, completion_ratio: 4 })])
    expect(rows).toEqual([
      { id: 'gpt', own: {}, standard: { ratio: 1.25, completionRatio: 4 }, isOwn: false, list: null },
      { id: 'zeta', own: { ratio: 1 }, standard: {}, isOwn: true, list: null },
    ])
    expect(rows.map(row => ratioOf(row, 'completionRatio'))).toEqual([4, undefined])
  })

  test('take numbers the operator left open from the price list, not from a number that was just removed', () => {
    const stored = { ...NOTHING, ratio: { gpt: 9 } }
    const edited = { ...NOTHING, cacheRatio: { gpt: 0.2 } }
    const [row] = priceRows(edited, stored, [
      inForce('gpt', 'operator', { ratio: 9, completion_ratio: 4, cache_ratio: 0.5 }),
    ])
    expect(row).toMatchObject({ own: { cacheRatio: 0.2 }, standard: { completionRatio: 4, cacheRatio: 0.5 } })
    expect(row && ratioOf(row, 'ratio')).toBeUndefined()
    expect(row && ratioOf(row, 'cacheRatio')).toBe(0.2)
  })
})

describe('the margin', () => {
  const list = { ratio: 1, completion_ratio: 5, cache_ratio: 0.1 }
  const row = (id: string, own: OwnPrice, listed: PriceRow['list'] = list): PriceRow => ({
    id,
    own,
    standard: {},
    isOwn: true,
    list: listed,
  })

  test('is the difference of an own price from the built-in list, for input, output and a usual mix', () => {
    expect(marginOf(row('dearer', { ratio: 1.2 }))).toEqual({ input: 0.2, output: 0.2, overall: 0.2 })
    expect(marginOf(row('cheaper', { ratio: 0.5, completionRatio: 5 }))?.overall).toBe(-0.5)
    expect(marginOf(row('answers', { completionRatio: 9 }))).toEqual({ input: 0, output: 0.8, overall: 0.5 })
    expect(marginOf(row('same', {}))?.overall).toBe(0)
  })

  test('is absent if there is nothing to compare with', () => {
    expect(marginOf(row('by call', { price: 0.1 }))).toBeUndefined()
    expect(marginOf(row('unlisted', { ratio: 1 }, null))).toBeUndefined()
    expect(marginOf(row('free', { ratio: 1 }, { ...list, ratio: 0 }))).toBeUndefined()
  })

  test('sorts, with absent values at the end', () => {
    const rows = [row('none', { price: 1 }), row('high', { ratio: 2 }), row('low', { ratio: 0.5 }), row('same', {})]
    expect(byMargin(rows, 'ascending').map(({ id }) => id)).toEqual(['low', 'same', 'high', 'none'])
    expect(byMargin(rows, 'descending').map(({ id }) => id)).toEqual(['high', 'same', 'low', 'none'])
  })
})

describe('the form', () => {
  test('shows ratios as dollars per million tokens: twice the ratio, and multiples of that', () => {
    expect(valuesOfPrice('gpt', { ratio: 1.25, completionRatio: 4, cacheRatio: 0.1 })).toEqual({
      model: 'gpt',
      price: '',
      ratio: '1.25',
      completionRatio: '4',
      cacheRatio: '0.1',
      tokenPrice: '2.5',
      completionTokenPrice: '10',
      cachedTokenPrice: '0.25',
    })
  })

  test('turns dollars into ratios, whichever is typed first', () => {
    const input = afterTyping({ ...emptyPrice, tokenPrice: '3' }, 'tokenPrice')
    const whole = afterTyping({ ...input, completionTokenPrice: '15', cachedTokenPrice: '0.3' }, 'completionTokenPrice')
    expect(whole).toMatchObject({ ratio: '1.5', completionRatio: '5', cacheRatio: '0.1' })
    const output = afterTyping({ ...emptyPrice, completionTokenPrice: '15' }, 'completionTokenPrice')
    expect(output.completionRatio).toBe('')
    expect(afterTyping({ ...output, tokenPrice: '3' }, 'tokenPrice')).toMatchObject({
      ratio: '1.5',
      completionRatio: '5',
    })
  })

  test('makes a model free by the ratio 0, not by a price of 0', () => {
    const free = afterTyping({ ...emptyPrice, ratio: '0' }, 'ratio')
    expect([free.tokenPrice, priceOfValues(free)]).toEqual(['0', { ratio: 0 }])
    expect(afterTyping({ ...emptyPrice, tokenPrice: '0' }, 'tokenPrice').ratio).toBe('')
    expect(afterTyping({ ...free, completionTokenPrice: '5' }, 'completionTokenPrice').ratio).toBe('')
  })

  test('drops the ratios if a call has a price', () => {
    const values = valuesOfPrice('gpt', { ratio: 1, completionRatio: 2 })
    expect(priceOfValues(values)).toEqual({ ratio: 1, completionRatio: 2 })
    expect(priceOfValues({ ...values, price: '0.1' })).toEqual({ price: 0.1 })
  })
})

describe('a batch', () => {
  const batch = (change: Partial<BatchValues>): BatchValues => ({
    mode: 'ratio',
    value: '2',
    completionRatio: '',
    ...change,
  })
  const before = { ratio: 1, completionRatio: 3, cacheRatio: 0.5 }

  test('sets a fixed price instead of the ratios, and ratios instead of a fixed price', () => {
    expect(afterBatch(before, batch({ mode: 'price' }))).toEqual({ price: 2 })
    expect(afterBatch({ price: 9 }, batch({}))).toEqual({ ratio: 2 })
    expect(afterBatch(before, batch({ mode: 'completionRatio' }))).toEqual({ ...before, completionRatio: 2 })
    expect(afterBatch(before, batch({ mode: 'both', completionRatio: '5' }))).toEqual({
      ...before,
      ratio: 2,
      completionRatio: 5,
    })
  })

  test.each<[Partial<BatchValues>, BatchMistake]>([
    [{ value: ' ' }, 'enterValue'],
    [{ mode: 'both', completionRatio: '' }, 'enterBothRatios'],
    [{ value: 'two' }, 'enterValidNumber'],
    [{ value: '-1' }, 'enterValidNumber'],
    [{ mode: 'both', completionRatio: 'x' }, 'enterValidNumber'],
    [{ mode: 'price', value: '0' }, 'priceZero'],
  ])('%o is refused as %s', (change, mistake) => {
    expect(mistakeIn(batch(change))).toBe(mistake)
  })

  test('may make models free by the ratio 0', () => {
    expect(mistakeIn(batch({ value: '0' }))).toBeUndefined()
  })
})
