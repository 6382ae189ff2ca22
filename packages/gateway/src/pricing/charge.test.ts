import { describe, expect, test } from 'bun:test'
import { type LogOther, receiptOf } from '@tollgate/contract'
import { constantFrom, dictionary, double, integer, property, record, string, assert as verify } from 'fast-check'
import { noUsage, type Usage } from '../canonical/usage.ts'
import { charge } from './charge.ts'
import type { CallPrice, TokenPrice } from './price.ts'
import { FREE, UNPRICED } from './price-of.ts'

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
const used = (counts: Partial<Usage>) => ({ usage: { ...noUsage(), ...counts } })

describe('a charge', () => {
  test('adds all kinds of tokens at their own ratios, and the tools', () => {
    const { quota, other } = charge(
      { ...terms, groupRatio: 0.8 },
      used({
        input: 1003,
        cacheRead: 20_001,
        cacheWrite5m: 400,
        cacheWrite1h: 77,
        output: 333,
        reasoning: 33,
        imageInput: 10,
        imageOutput: 20,
        audioInput: 30,
        audioOutput: 40,
        toolCalls: { web_search: 2, file_search: 1, unheard_of: 9 },
      }),
    )
    expect(receiptOf(other).lines).toEqual([
      { line: 'input', count: 1003, ratio: 1.2, quota: 1203.6 },
      { line: 'cache_read', count: 20_001, ratio: 0.12, quota: 2400.12 },
      { line: 'cache_write_5m', count: 400, ratio: 1.5, quota: 600 },
      { line: 'cache_write_1h', count: 77, ratio: 2.4, quota: 184.8 },
      { line: 'image_input', count: 10, ratio: 2.4, quota: 24 },
      { line: 'audio_input', count: 30, ratio: 9.6, quota: 288 },
      { line: 'output', count: 300, ratio: 6, quota: 1800 },
      { line: 'reasoning', count: 33, ratio: 6, quota: 198 },
      { line: 'image_output', count: 20, ratio: 9.6, quota: 192 },
      { line: 'audio_output', count: 40, ratio: 19.2, quota: 768 },
      { line: 'web_search', count: 2, ratio: 4000, quota: 8000 },
      { line: 'file_search', count: 1, ratio: 1000, quota: 1000 },
      { line: 'unheard_of', count: 9, ratio: 4000, quota: 36_000 },
    ])
    expect(quota).toBe(52_659)
  })

  test('for a tool without a price uses that of the dearest tool', () => {
    const prices = dictionary(constantFrom('web_search', 'file_search', 'x'), integer({ min: 1, max: 100 }))
    const calls = dictionary(string({ minLength: 1 }), integer({ min: 1, max: 50 }), { minKeys: 1 })
    verify(
      property(prices, calls, (toolPrices, toolCalls) => {
        const { quota } = charge({ ...terms, price: { ...price, toolPrices } }, used({ toolCalls }))
        const dearest = Math.max(0, ...Object.values(toolPrices))
        const each = ([name, count]: [string, number]) =>
          count * (Object.hasOwn(toolPrices, name) ? (toolPrices[name] ?? 0) : dearest) * 500
        const fees = Object.entries(toolCalls).reduce((sum, call) => sum + each(call), 0)
        expect(quota).toBe(fees)
      }),
      { seed: 25 },
    )
  })

  test('of half a quota is rounded away from zero', () => {
    expect(charge(terms, used({ input: 1 })).quota).toBe(2)
    expect(charge(terms, used({ input: 3 })).quota).toBe(5)
  })

  test('has no errors from binary fractions', () => {
    const tenth = { ...terms, price: { ...price, modelRatio: 0.1 } }
    expect(charge({ ...tenth, groupRatio: 1.15 }, used({ input: 100 })).quota).toBe(12)
    expect(charge({ ...terms, price: { ...price, modelRatio: 1.005 } }, used({ input: 100 })).quota).toBe(101)
  })

  test('is at least 1 if anything was used, and 0 if the ratio is 0', () => {
    const cheap = { ...price, modelRatio: 0.001 }
    expect(charge({ ...terms, price: cheap }, used({ input: 1 })).quota).toBe(1)
    expect(charge({ ...terms, price: { ...price, cacheRatio: 0 } }, used({ cacheRead: 9 })).quota).toBe(1)
    expect(charge({ ...terms, groupRatio: 0 }, used({ input: 10_000 })).quota).toBe(0)
    expect(charge({ ...terms, price: FREE }, used({ input: 10_000, toolCalls: { web_search: 1 } })).quota).toBe(0)
    expect(charge(terms, used({})).quota).toBe(0)
  })

  test('per call is the price times images, size and quality, in the group', () => {
    const call: CallPrice = { kind: 'call', price: 0.04, toolPrices: {}, standingCalls: {} }
    const image = { ...used({ input: 999_999 }), callCount: 3, sizeRatio: 2, qualityRatio: 1.5 }
    const { quota, other } = charge({ ...terms, price: call, groupRatio: 0.5 }, image)
    expect(quota).toBe(90_000)
    expect(receiptOf(other).lines).toEqual([{ line: 'call', count: 3, ratio: 30_000, quota: 90_000 }])
  })

  test('counts the tools a model always calls, unless it reports more', () => {
    const searching = { ...terms, price: { ...price, standingCalls: { web_search: 1 } } }
    expect(charge(searching, used({})).quota).toBe(5000)
    expect(charge(searching, used({ toolCalls: { web_search: 3 } })).quota).toBe(15_000)
    expect(charge(terms, used({ toolCalls: { web_search: 0 } })).other.tool_calls).toBeUndefined()
  })

  test('for long input uses the ratios for long input for all of it', () => {
    const longInput = { above: 200_000, ratios: { ...price, modelRatio: 3, completionRatio: 3.75 } }
    const tiered = { ...terms, price: { ...price, longInput } }
    expect(charge(tiered, used({ input: 150_000, cacheRead: 50_000, output: 10 })).quota).toBe(232_575)
    expect(charge(tiered, used({ input: 150_001, cacheRead: 50_000, output: 10 })).quota).toBe(465_116)
  })

  test('for a model without a price uses the fallback ratio', () => {
    expect(charge({ ...terms, price: UNPRICED }, used({ input: 100, output: 10 })).quota).toBe(4125)
  })
})

describe('for any call', () => {
  const count = integer({ min: 0, max: 2_000_000 })
  const ratioUpTo = (max: number) =>
    double({ min: 0.0001, max, noNaN: true }).map(value => Number(value.toPrecision(6)))
  const fraction = constantFrom(0, 0.1, 0.25, 0.5, 1)
  const counts = record({
    input: count,
    cacheRead: count,
    cacheWrite5m: count,
    cacheWrite1h: count,
    imageInput: count,
    audioInput: count,
    output: count,
    imageOutput: count,
    audioOutput: count,
  })
  const setting = record({
    modelRatio: ratioUpTo(20),
    // No line exceeds what a number can hold to the millionth.
    completionRatio: ratioUpTo(20),
    cacheRatio: fraction,
    groupRatio: constantFrom(0.1, 0.33, 0.8, 1, 1.7, 2),
  })
  const chargeOf = ({ groupRatio, ...ratios }: Record<string, number>, tokens: Partial<Usage>) =>
    charge({ ...terms, price: { ...price, ...ratios }, groupRatio: groupRatio ?? 1 }, used(tokens))

  test('the lines and the rounding add up to the total', () => {
    verify(
      property(setting, counts, (ratios, tokens) => {
        const { quota, other } = chargeOf(ratios, tokens)
        const { lines, rounding, total } = receiptOf(other)
        const millionths = [...lines.map(line => line.quota), rounding].map(part => BigInt(Math.round(part * 1e6)))
        expect(millionths.reduce((sum, part) => sum + part, 0n)).toBe(BigInt(quota) * 1_000_000n)
        expect(total).toBe(quota)
        expect(Math.abs(rounding)).toBeLessThanOrEqual(total === 1 ? 1 : 0.5)
      }),
      { numRuns: 300 },
    )
  })

  test('the log row, stored and read back, gives the same charge', () => {
    verify(
      property(setting, counts, (ratios, tokens) => {
        const { quota, other } = chargeOf(ratios, tokens)
        const stored: LogOther = JSON.parse(JSON.stringify(other))
        expect(receiptOf(stored).total).toBe(quota)
      }),
    )
  })

  test('the charge is a whole number and never falls with more usage', () => {
    verify(
      property(setting, counts, counts, (ratios, tokens, more) => {
        const kinds = Object.keys(tokens) as (keyof typeof tokens)[]
        const sum = Object.fromEntries(kinds.map(kind => [kind, tokens[kind] + more[kind]]))
        const { quota } = chargeOf(ratios, tokens)
        expect(Number.isSafeInteger(quota) && quota >= 0).toBe(true)
        expect(chargeOf(ratios, sum).quota).toBeGreaterThanOrEqual(quota)
      }),
    )
  })

  test('cached input never costs more than fresh input', () => {
    verify(
      property(setting, count, (ratios, tokens) => {
        const cached = chargeOf(ratios, { cacheRead: tokens }).quota
        expect(cached).toBeLessThanOrEqual(chargeOf(ratios, { input: tokens }).quota)
      }),
    )
  })

  test('an amount that could not be collected is subtracted from the total', () => {
    const { other, quota } = chargeOf({}, { input: 100 })
    expect(receiptOf({ ...other, uncollected: 30 })).toMatchObject({ total: quota - 30, uncollected: -30 })
  })
})
