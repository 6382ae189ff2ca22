import { expect, test } from 'bun:test'
import { leastAmount, presetAmounts, quotaOfAmount } from './top-up-amount.ts'

const dollars = { display_in_currency: true, quota_per_unit: 500_000, min_topup: 2.5 }
const quota = { ...dollars, display_in_currency: false }

test('amounts are dollars, or quota if the site shows no currency', () => {
  expect(leastAmount(dollars)).toBe(3)
  expect(presetAmounts(dollars)).toEqual([5, 10, 50, 100, 500])
  expect(quotaOfAmount(10, dollars)).toBe(5_000_000)

  expect(leastAmount(quota)).toBe(1_250_000)
  expect(presetAmounts(quota)).toEqual([2_500_000, 5_000_000, 25_000_000, 50_000_000, 250_000_000])
  expect(quotaOfAmount(1_250_000, quota)).toBe(1_250_000)
})

test('nobody buys less than one', () => {
  expect(leastAmount({ ...dollars, min_topup: 0 })).toBe(1)
})
