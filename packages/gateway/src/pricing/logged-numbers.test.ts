import { describe, expect, test } from 'bun:test'
import type { LogOther } from '@tollgate/contract'
import { noUsage, type Usage } from '../canonical/usage.ts'
import { charge } from './charge.ts'
import { ratiosFor, type TokenPrice } from './price.ts'
import { priceOf } from './price-of.ts'

const price: TokenPrice = {
  kind: 'tokens',
  modelRatio: 1.5,
  completionRatio: 5,
  cacheRatio: 0.1,
  cacheWriteRatio: 1.25,
  imageRatio: 2,
  imageCompletionRatio: 4,
  audioRatio: 8,
  audioCompletionRatio: 2,
  toolPrices: { web_search: 10, file_search: 2.5 },
  standingCalls: {},
}
const terms = { price, groupRatio: 1, quotaPerUnit: 500_000 }
const always = { quota_per_unit: 500_000, group_ratio: 1, model_price: -1, model_ratio: 1.5, completion_ratio: 5 }

/** What one token of a kind adds to the log row. */
const ONE: [kind: Exclude<keyof Usage, 'raw' | 'toolCalls'>, numbers: LogOther][] = [
  ['input', { text_input: 1 }],
  ['output', { text_output: 1 }],
  ['reasoning', { reasoning_tokens: 1 }],
  ['cacheRead', { cache_tokens: 1, cache_ratio: 0.1 }],
  ['cacheWrite5m', { cache_creation_tokens: 1, cache_creation_ratio: 1.25, cache_creation_tokens_5m: 1 }],
  ['cacheWrite1h', { cache_creation_tokens: 1, cache_creation_ratio: 1.25, cache_creation_tokens_1h: 1 }],
  ['imageInput', { image_input: 1, image_ratio: 2 }],
  ['imageOutput', { image_output: 1, image_completion_ratio: 4, image_ratio: 2 }],
  ['audioInput', { audio_input: 1, audio_ratio: 8 }],
  ['audioOutput', { audio_output: 1, audio_completion_ratio: 2, audio_ratio: 8 }],
]

const loggedOf = (counts: Partial<Usage>, itsPrice = price) =>
  charge({ ...terms, price: itsPrice }, { usage: { ...noUsage(), ...counts } }).other

describe('the numbers a log row holds', () => {
  test('are only the ratios if nothing was used', () => {
    expect(loggedOf({})).toEqual(always)
  })

  test.each(ONE)('of a single token of %s are its own and no others', (kind, numbers) => {
    expect(loggedOf({ [kind]: 1 })).toEqual({ ...always, ...numbers })
  })

  test('of tools are those called, at the dearest price if one has none', () => {
    expect(loggedOf({ toolCalls: { web_search: 0, file_search: 1, unheard_of: 1 } })).toEqual({
      ...always,
      tool_calls: [
        { name: 'file_search', count: 1, price: 2.5 },
        { name: 'unheard_of', count: 1, price: 10 },
      ],
    })
    expect(loggedOf({ toolCalls: {} }, { ...price, standingCalls: { web_search: 1 } })).toEqual({
      ...always,
      tool_calls: [{ name: 'web_search', count: 1, price: 10 }],
    })
  })

  test('at a price per call are its factors', () => {
    const byCall = { kind: 'call' as const, price: 0.04, toolPrices: {}, standingCalls: {} }
    const of = (more: object) => charge({ ...terms, price: byCall }, { usage: noUsage(), ...more }).other
    const plain = { quota_per_unit: 500_000, group_ratio: 1, model_price: 0.04 }
    expect(of({})).toEqual(plain)
    expect(of({ callCount: 1, sizeRatio: 1, qualityRatio: 1 })).toEqual(plain)
    expect(of({ callCount: 2, sizeRatio: 0.4, qualityRatio: 1.5 })).toEqual({
      ...plain,
      call_count: 2,
      size_ratio: 0.4,
      quality_ratio: 1.5,
    })
  })
})

test('ratios for long input apply from the first token above', () => {
  const long = { ...price, modelRatio: 3 }
  const tiered = { ...price, longInput: { above: 200_000, ratios: long } }
  expect(ratiosFor(tiered, 200_000)).toBe(tiered)
  expect(ratiosFor(tiered, 200_001)).toBe(long)
  expect(ratiosFor(price, 200_001)).toBe(price)
})

test('an unknown model has text ratios for all its output, and the usual tools', () => {
  const nothing = { ModelPrice: {}, ModelRatio: { mine: 4 }, CompletionRatio: {}, CacheRatio: {} }
  expect(priceOf('mine', nothing, new Date('2026-08-20'))).toEqual({
    kind: 'tokens',
    modelRatio: 4,
    completionRatio: 1,
    cacheRatio: 1,
    cacheWriteRatio: 1.25,
    imageRatio: 1,
    imageCompletionRatio: 1,
    audioRatio: 1,
    audioCompletionRatio: 1,
    toolPrices: { web_search: 10, file_search: 2.5 },
    standingCalls: {},
    longInput: undefined,
  })
})
