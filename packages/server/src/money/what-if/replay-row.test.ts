import { describe, expect, test } from 'bun:test'
import type { LogOther, PriceDocument } from '@tollgate/contract'
import { atBatchPrice, charge, inputTotal, noUsage, outputTotal, tierOf, type Usage } from '@tollgate/gateway'
import fc from 'fast-check'
import { draftPrices } from '../pricing/draft-prices.ts'
import { type ChargedRow, replayRow } from './replay-row.ts'

type Tables = Record<
  'ModelPrice' | 'ModelRatio' | 'CompletionRatio' | 'CacheRatio' | 'ModelPrices' | 'GroupRatio',
  object
>
const NONE: Tables = {
  ModelPrice: {},
  ModelRatio: {},
  CompletionRatio: {},
  CacheRatio: {},
  ModelPrices: {},
  GroupRatio: {},
}
const pricesOf = (tables: Partial<Tables>) =>
  draftPrices({ get: key => ({ ...NONE, ...tables })[key as keyof Tables] as never }, {})

const rowOf = (more: Partial<ChargedRow>, other: LogOther | string): ChargedRow => ({
  id: 1,
  created_at: 1,
  user_id: 1,
  username: 'ann',
  model_name: 'mine',
  group: 'vip',
  channel_id: 1,
  quota: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  ...more,
  other: typeof other === 'string' ? other : JSON.stringify(other),
})

const MODELS = ['mine', 'gpt-4o', 'gemini-2.5-pro', 'claude-sonnet-4-5', 'gpt-4o-search-preview', 'mj_imagine']
const ratio = fc.double({ min: 0, max: 60, noNaN: true }).map(value => Number(value.toFixed(4)))
const tokens = fc.integer({ min: 0, max: 300_000 })
const table = fc.dictionary(fc.constantFrom(...MODELS), ratio)
const usages: fc.Arbitrary<Usage> = fc
  .record({
    input: tokens,
    cacheRead: tokens,
    cacheWrite5m: tokens,
    cacheWrite1h: tokens,
    imageInput: tokens,
    audioInput: tokens,
    output: tokens,
    imageOutput: tokens,
    audioOutput: tokens,
    toolCalls: fc.dictionary(fc.constantFrom('web_search', 'file_search'), fc.integer({ min: 1, max: 9 })),
  })
  .map(counts => ({ ...noUsage(), ...counts, reasoning: Math.floor(counts.output / 3) }))

const dollars = fc.integer({ min: 1, max: 40_000 }).map(thousandths => thousandths / 1_000)
const documents: fc.Arbitrary<PriceDocument> = fc
  .record(
    {
      tokens: fc.record(
        { input: dollars, output: dollars, cache_read: dollars },
        { requiredKeys: ['input', 'output'] },
      ),
      above: fc.integer({ min: 1, max: 400_000 }),
      marginal: fc.boolean(),
      call: dollars,
      images: fc.constantFrom<NonNullable<PriceDocument['images']>>(
        [{ price: 0.04 }],
        [{ size: '2k', price: 0.1 }, { quality: 'high', price: 0.3 }, { price: 0.04 }],
      ),
      seconds: fc.constant<NonNullable<PriceDocument['seconds']>>([
        { resolution: '1080p', sound: true, price: 0.4 },
        { price: 0.2 },
      ]),
      characters: dollars,
      minutes: dollars,
      hours: fc.constant<NonNullable<PriceDocument['hours']>>([
        { from: '00:00', to: '12:00', zone: 'UTC', factor: 0.5 },
      ]),
    },
    { requiredKeys: ['tokens'] },
  )
  .map(({ above, marginal, ...rest }) => ({
    ...rest,
    ...(above !== undefined && { tiers: [{ above, input: 50, output: 90 }], ...(marginal && { marginal }) }),
  }))

test('calls charged by a document cost the same when replayed by it, at any hour', () => {
  const drawn = fc.record({
    document: documents,
    groupRatio: ratio,
    usage: usages,
    callCount: fc.integer({ min: 1, max: 9 }),
    image: fc.record({
      size: fc.constantFrom('1k', '2k', undefined),
      quality: fc.constantFrom('low', 'high', undefined),
    }),
    video: fc.record({
      seconds: fc.integer({ min: 1, max: 20 }),
      resolution: fc.constantFrom('720p', '1080p', null),
      sound: fc.boolean(),
    }),
    characters: tokens,
    soundSeconds: tokens,
    hour: fc.constantFrom({ 'hours=00:00-12:00 UTC': 0.5 }, undefined),
  })
  fc.assert(
    fc.property(drawn, ({ document, groupRatio, usage, characters, hour, ...measured }) => {
      const prices = pricesOf({ ModelPrices: { mine: document }, GroupRatio: { vip: groupRatio } })
      const price = prices.priceOf('mine')
      if (price?.kind !== 'document') return
      const { hour: _ofNow, ...timeless } = price
      const { quota, other } = charge(
        { price: { ...timeless, ...(hour && { hour }) }, groupRatio, quotaPerUnit: 500_000 },
        { usage, characters: () => characters, ...measured },
      )
      const [prompt_tokens, completion_tokens] = [inputTotal(usage), outputTotal(usage)]
      const row = rowOf({ quota, prompt_tokens, completion_tokens }, other)
      expect(replayRow(row, prices)).toMatchObject({ booked: quota, quota, assumed: null })
    }),
    { seed: 2911, numRuns: 500 },
  )
})

test('a document that charges for something a row does not count cannot replay the row', () => {
  const byImage = pricesOf({ ModelPrices: { mine: { images: [{ price: 0.04 }] } } })
  const byTokens = pricesOf({ ModelPrices: { mine: { tokens: { input: 1, output: 2 }, call: 0.1 } } })
  const ofTokens = charge({ price: rule('call'), groupRatio: 1, quotaPerUnit: 500_000 }, { usage: noUsage() })
  expect(replayRow(rowOf({}, ofTokens.other), byImage)).toBe('no_numbers')
  expect(replayRow(rowOf({}, ofTokens.other), byTokens)).toBe('no_tokens')
})

const rule = (kind: 'call') => ({ kind, price: 0.1, toolPrices: {}, standingCalls: {} })

test('calls replayed at their own prices cost the same', () => {
  const drawn = fc.record({
    model: fc.constantFrom(...MODELS),
    tables: fc.record({ ModelPrice: table, ModelRatio: table, CompletionRatio: table, CacheRatio: table }),
    groupRatio: ratio,
    quotaPerUnit: fc.constantFrom(500_000, 1_000),
    usage: usages,
    images: fc.record({
      callCount: fc.integer({ min: 1, max: 9 }),
      sizeRatio: fc.constantFrom(1, 1.5),
      qualityRatio: fc.constantFrom(1, 2),
    }),
    serviceFactors: fc.option(fc.constant({ 'service_tier=priority': 1.75 }), { nil: undefined }),
    priceShare: fc.option(fc.constantFrom(0.5, 0.4), { nil: undefined }),
  })
  fc.assert(
    fc.property(drawn, ({ model, tables, groupRatio, quotaPerUnit, usage, images, serviceFactors, priceShare }) => {
      const prices = pricesOf({ ...tables, GroupRatio: { vip: groupRatio } })
      const full = prices.priceOf(model)
      if (!full) return
      const inBatch = priceShare && tierOf(atBatchPrice(full, priceShare), inputTotal(usage)).price
      const { quota, other } = charge(
        { price: inBatch ?? full, groupRatio, quotaPerUnit, ...(serviceFactors && { serviceFactors }) },
        { usage, ...images },
      )
      if (priceShare) other.batch = { id: 'b', requests: 9, succeeded: images.callCount, price_share: priceShare }
      const [prompt_tokens, completion_tokens] = [inputTotal(usage), outputTotal(usage)]
      const row = rowOf({ model_name: model, quota: quota - 1, prompt_tokens, completion_tokens }, other)
      row.other = JSON.stringify({ ...other, uncollected: 1 })
      expect(replayRow(row, prices)).toMatchObject({ booked: quota, quota, assumed: null })
    }),
    { numRuns: 500 },
  )
})

describe('a replayed row', () => {
  const prices = pricesOf({ ModelRatio: { mine: 2 }, CompletionRatio: { mine: 3 }, ModelPrice: { drawn: 0.1 } })
  const numbers = { quota_per_unit: 500_000, group_ratio: 1 }

  test('costs the draft’s ratios in the draft’s group', () => {
    const other = { ...numbers, model_ratio: 1, text_input: 100, text_output: 10 }
    const row = rowOf({ quota: 110 }, other)
    expect(replayRow(row, prices)).toEqual({ booked: 110, quota: 260, cost: null, assumed: null })
    const dear = pricesOf({ ModelRatio: { mine: 2 }, GroupRatio: { vip: 10 } })
    expect(replayRow(row, dear)).toMatchObject({ quota: 2_200 })
  })

  test('has the maker’s price, whatever the options say', () => {
    const other = { ...numbers, text_input: 1_000, is_model_mapped: true, upstream_model_name: 'gpt-4o' }
    expect(replayRow(rowOf({}, other), prices)).toMatchObject({ quota: 2_000, cost: 1_250 })
  })

  test('charged by call can be replayed by its counted tokens, and one charged by tokens as one call', () => {
    const byCall = { ...numbers, model_price: 0.5 }
    const row = rowOf({ prompt_tokens: 10, completion_tokens: 1 }, byCall)
    expect(replayRow(row, prices)).toMatchObject({ quota: 26, assumed: 'all_fresh' })
    expect(replayRow(rowOf({}, byCall), prices)).toBe('no_tokens')
    const byToken = rowOf({ model_name: 'drawn' }, { ...numbers, text_input: 9 })
    expect(replayRow(byToken, prices)).toMatchObject({ quota: 50_000, assumed: 'one_call' })
  })

  test('of a task keeps the task’s factors', () => {
    const row = rowOf(
      { model_name: 'drawn' },
      { ...numbers, model_price: 1, task: { id: 't', factors: { seconds: 8 } } },
    )
    expect(replayRow(row, prices)).toMatchObject({ quota: 400_000, assumed: null })
  })

  test('costs the dearer price if another model served it, and keeps its upstream’s own cost', () => {
    const other = { ...numbers, text_input: 10 }
    const served = { by: 'served_model', model: 'mine', asked_quota: 1 } as const
    const cheap = pricesOf({ ModelRatio: { cheap: 0.1, mine: 2 } })
    const row = rowOf({ model_name: 'cheap' }, { ...other, served_price: served })
    expect(replayRow(row, cheap)).toMatchObject({ quota: 20 })
    const told = { ...numbers, model_price: 0.001, served_price: { ...served, by: 'upstream_cost' as const } }
    expect(replayRow(rowOf({}, told), prices)).toMatchObject({ quota: 500, assumed: 'upstream_cost' })
  })

  test('that was free stays free', () => {
    const free = { charge_rule: { ended_by: 'upstream_error', known: 'nothing', charged: 'free' } } as const
    expect(replayRow(rowOf({}, free), prices)).toMatchObject({ quota: 0 })
    for (const request_path of ['/v1/messages/count_tokens', '/v1beta/models/gemini-2.5-pro:countTokens'])
      expect(replayRow(rowOf({}, { ...numbers, text_input: 9, request_path }), prices)).toMatchObject({ quota: 0 })
  })

  test('is refused if its figures or its price are missing', () => {
    expect(replayRow(rowOf({}, '{'), prices)).toBe('unreadable')
    expect(replayRow(rowOf({}, '[1]'), prices)).toBe('no_numbers')
    expect(replayRow(rowOf({}, { model_ratio: 1 }), prices)).toBe('no_numbers')
    const unknown = { ...numbers, model_ratio: 1, text_input: 2 }
    expect(replayRow(rowOf({ model_name: 'unheard-of' }, unknown), prices)).toBe('no_price')
    const accepted = { ...unknown, model_ratio: 37.5 }
    expect(replayRow(rowOf({ model_name: 'unheard-of' }, accepted), prices)).toMatchObject({ quota: 75 })
  })
})

test('a draft replaces, adds and removes entries', () => {
  const get = (key: string) => ({ ...NONE, ModelRatio: { mine: 2, gone: 3 } })[key as keyof Tables] as never
  const prices = draftPrices({ get }, { ModelRatio: { mine: 5, more: 1, gone: null } })
  const ratioOf = (model: string) => (prices.priceOf(model) as { modelRatio: number } | null)?.modelRatio
  expect(['mine', 'more', 'gone'].map(ratioOf)).toEqual([5, 1, undefined])
})
