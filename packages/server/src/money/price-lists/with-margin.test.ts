import { expect, test } from 'bun:test'
import { withMargin } from './with-margin.ts'

test('a margin multiplies and rounds up every price except tool fees', () => {
  const document = {
    tokens: { input: 3, output: 15, cache_read: 0.1 },
    tiers: [{ above: 200_000, input: 6 }],
    images: [{ size: '1024x1024', price: 0.0333 }],
    call: 0,
    tools: { web_search: 10 },
  }
  expect(withMargin(document, { factor: 1.2, digits: 2 })).toEqual({
    tokens: { input: 3.6, output: 18, cache_read: 0.12 },
    tiers: [{ above: 200_000, input: 7.2 }],
    images: [{ size: '1024x1024', price: 0.04 }],
    call: 0,
    tools: { web_search: 10 },
  })
})

test('a price is never rounded to zero, and a round price stays', () => {
  const rounded = (input: number, factor: number, digits: number) =>
    withMargin({ tokens: { input, output: 0 } }, { factor, digits }).tokens?.input
  expect([0.1, 0.3, 1.1, 2.5].map(input => rounded(input, 1, 2))).toEqual([0.1, 0.3, 1.1, 2.5])
  expect([0.0301, 0.000_011_1, 123.4].map(input => rounded(input, 1, 1))).toEqual([0.04, 0.000_02, 200])
  expect(rounded(9.999, 1, 2)).toBe(10)
})
