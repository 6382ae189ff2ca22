import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { LogOther } from './log.ts'
import { cacheSavingsOf, receiptOf } from './receipt.ts'

const tokens = fc.nat(200_000)
const ratio = fc.integer({ min: 0, max: 4000 }).map(thousandths => thousandths / 1000)

test('the cache’s savings are the receipt’s total with all cached tokens as fresh input, minus its actual total', () => {
  fc.assert(
    fc.property(
      fc.record({
        text_input: tokens,
        cache_tokens: tokens,
        cache_creation_tokens_5m: tokens,
        cache_creation_tokens_1h: tokens,
        text_output: tokens,
        model_ratio: ratio,
        completion_ratio: ratio,
        cache_ratio: ratio,
        cache_creation_ratio: ratio,
        group_ratio: ratio,
      }),
      other => {
        const { cache_tokens, cache_creation_tokens_5m, cache_creation_tokens_1h, ...fresh } = other
        const uncached: LogOther = {
          ...fresh,
          text_input: other.text_input + cache_tokens + cache_creation_tokens_5m + cache_creation_tokens_1h,
        }
        const saved = exactSum(uncached) - exactSum(other)
        expect(Math.abs(cacheSavingsOf(other) * 1_000_000 - saved)).toBeLessThanOrEqual(500_004)
      },
    ),
    { seed: 20261122, numRuns: 300 },
  )
})

test('a tenth of the price saves nine tenths; writing costs a quarter more; a call with one price saves nothing', () => {
  const price = { model_ratio: 2, cache_ratio: 0.1, cache_creation_ratio: 1.25, group_ratio: 0.5 }
  expect(cacheSavingsOf({ ...price, cache_tokens: 1000 })).toBe(900)
  expect(cacheSavingsOf({ ...price, cache_creation_tokens_5m: 1000 })).toBe(-250)
  expect(cacheSavingsOf({ ...price, cache_creation_tokens_1h: 1000 })).toBe(-1000)
  expect(cacheSavingsOf({ ...price, cache_tokens: 1000, model_price: 0.1 })).toBe(0)
  expect(cacheSavingsOf(price)).toBe(0)
})

/** In millionths of a quota. */
const exactSum = (other: LogOther) =>
  receiptOf(other).lines.reduce((sum, { quota }) => sum + Math.round(quota * 1_000_000), 0)
