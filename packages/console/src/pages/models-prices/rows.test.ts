import { expect, test } from 'bun:test'
import type { ModelPrice } from '@tollgate/contract'
import { marginOf } from '../settings/prices/margin.ts'
import { afterBulk } from './bulk.ts'
import { modelRows, priceInForce, rowsOfView, sortModels } from './rows.ts'

const NOTHING = { price: {}, ratio: {}, completionRatio: {}, cacheRatio: {} }
const told = (model: string, more: Partial<ModelPrice>): ModelPrice => ({
  model,
  price: null,
  ratio: null,
  completion_ratio: null,
  cache_ratio: null,
  source: 'document',
  standard: null,
  origin: null,
  channels: [],
  answered: 0,
  failed: 0,
  calls: 1,
  quota: 0,
  ...more,
})
const line = (line: string, usd: number, above?: number) => ({
  line,
  usd,
  per: 'million_tokens' as const,
  ...(above !== undefined && { above }),
})
const listed = { ratio: 1, completion_ratio: 5, cache_ratio: 0.1 }
const models = [
  told('by image', { lines: [{ line: 'image', usd: 0.04, per: 'image' }], standard: listed }),
  told('ratios', { ratio: 2, completion_ratio: 5, cache_ratio: 0.1, standard: listed }),
  told('tiers', { lines: [line('input', 4), line('output', 20), line('input', 8, 200_000)], standard: listed }),
  told('unpriced', { source: 'none' }),
]
const rows = modelRows(models, NOTHING)

test('a document is the price in force: by its ratios, or by its price of a short prompt', () => {
  expect(rows.map(row => [row.id, row.document, priceInForce(row)])).toEqual([
    ['by image', 'partly', {}],
    ['ratios', 'whole', { ratio: 2, completionRatio: 5, cacheRatio: 0.1 }],
    ['tiers', 'partly', { ratio: 2, completionRatio: 5, cacheRatio: 1 }],
    ['unpriced', undefined, {}],
  ])
})

test('a document is compared with the price list if it has token prices', () => {
  expect(rows.map(row => marginOf(row)?.overall)).toEqual([undefined, 1, 1, undefined])
  expect(rowsOfView(rows, 'unpriced').map(({ id }) => id)).toEqual(['unpriced'])
})

test.each([
  ['-calls', 'cba'],
  ['calls', 'abc'],
  ['model', 'abc'],
  ['-model', 'cba'],
  ['margin', 'cab'],
  ['-margin', 'acb'],
  ['nothing', 'bca'],
])('models sorted by %s are %s; those without the value come last', (sort, order) => {
  const priced = (model: string, calls: number, ratio: number | null) =>
    told(model, { calls, ratio, completion_ratio: 5, ...(ratio && { standard: listed }) })
  const rows = modelRows([priced('b', 2, null), priced('c', 3, 1), priced('a', 1, 2)], NOTHING)
  expect(
    sortModels(rows, sort)
      .map(({ id }) => id)
      .join(''),
  ).toBe(order)
})

test('prices of documents stay unchanged in bulk changes, and are copied only if numbers express them fully', () => {
  expect(afterBulk(rows, { mode: 'factor', factor: 2 })).toEqual({})
  const [, ratios, tiers] = rows
  if (!ratios || !tiers) throw new Error('no rows')
  expect(afterBulk([ratios], { mode: 'copy', from: tiers })).toEqual({})
  expect(afterBulk([tiers], { mode: 'copy', from: ratios })).toEqual({
    tiers: { ratio: 2, completionRatio: 5, cacheRatio: 0.1 },
  })
})
