import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { noUsage } from '../../canonical/usage.ts'
import { atBatchPrice, tierOf } from '../batch-price.ts'
import { charge } from '../charge.ts'
import type { TokenPrice } from '../price.ts'
import { UNPRICED } from '../price-of.ts'
import { addToBatchSize, costOfBatch, noRequests } from './batch-size.ts'

const plain: TokenPrice = { ...(UNPRICED as TokenPrice), modelRatio: 1, cacheWriteRatio: 1.25, toolPrices: {} }
const limits = { contextWindow: 1_000_000, output: 50_000 }
const terms = (price: Partial<TokenPrice> = {}) => ({
  price: { ...plain, ...price },
  groupRatio: 1,
  quotaPerUnit: 500_000,
})

function sizeOf(...bodies: Record<string, unknown>[]) {
  const size = noRequests()
  for (const body of bodies) {
    const member = (name: string) => body[name]
    addToBatchSize(size, { format: 'openai-chat', model: 'm', text: JSON.stringify(body), member, limits })
  }
  return size
}

test('a batch is reserved at a token per byte, and each answer at its limit or the model’s longest', () => {
  const size = sizeOf({ max_tokens: 100 }, { max_tokens: 100, n: 2 }, {})
  expect(size).toMatchObject({ requests: 3, text: 18 + 24 + 2, output: 100 + 200 + 50_000 })
  expect(costOfBatch(size, terms({ completionRatio: 2 }))).toBe(44 + 2 * 50_300 + 1)
})

test('the inputs are estimated, by what is known of a long request', () => {
  const body = { messages: [{ role: 'user', content: 'word '.repeat(400) }] }
  expect(sizeOf(body, body).estimated).toBe(2 * sizeOf(body).estimated)
  expect(sizeOf(body).estimated).toBeWithin(400, 500)
  const size = noRequests()
  const request = { format: 'openai-chat', model: 'm', text: JSON.stringify(body), member: () => undefined } as const
  addToBatchSize(size, { ...request, limits, inputTokens: 7 })
  expect(size.estimated).toBe(7)
})

test('possible caching, drawing and searching is reserved at its price', () => {
  const cached = { max_tokens: 1, cache_control: { type: 'ephemeral' } }
  expect(costOfBatch(sizeOf(cached), terms({ completionRatio: 1 }))).toBe(
    Math.round(JSON.stringify(cached).length * 1.25) + 1 + 1,
  )
  const spoken = sizeOf({ max_tokens: 100, modalities: ['text', 'audio'] })
  expect(costOfBatch(spoken, terms({ audioRatio: 5, audioCompletionRatio: 2 }))).toBeGreaterThan(1_000)
  const searching = sizeOf({ max_tokens: 1, tools: [{ type: 'web_search' }] })
  expect(searching.tools).toEqual({ web_search: 10 })
  expect(costOfBatch(searching, terms({ toolPrices: { web_search: 10 } }))).toBeGreaterThan(10 * 5_000)
})

test('a price per call is reserved for each request', () => {
  const price = { ...plain, kind: 'call', price: 0.01 } as never
  expect(costOfBatch(sizeOf({}, {}), { ...terms(), price: atBatchPrice(price, 0.5) })).toBe(5_000)
  expect(costOfBatch(sizeOf({ n: 3 }, {}), { ...terms(), price: atBatchPrice(price, 0.5) })).toBe(10_000)
})

test('requests within their limits never cost more than the hold', () => {
  const request = fc.record({
    content: fc.string(),
    max_tokens: fc.integer({ min: 1, max: 5_000 }),
    used: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  const ratio = fc.constantFrom(0.075, 0.5, 1, 3.3)
  fc.assert(
    fc.property(
      fc.array(request, { minLength: 1 }),
      ratio,
      ratio,
      fc.boolean(),
      (requests, modelRatio, longRatio, hasLong) => {
        const usual = { ...plain, modelRatio, completionRatio: 4 }
        const ratios = { ...usual, modelRatio: modelRatio + longRatio }
        const price = atBatchPrice(hasLong ? { ...usual, longInput: { above: 40, ratios } } : usual, 0.5)
        const bodies = requests.map(({ content, max_tokens }) => ({ user: content, max_tokens }))
        const held = costOfBatch(sizeOf(...bodies), { ...terms(), price })
        const tiers = new Map<string, { input: number; output: number; price: typeof price }>()
        requests.forEach(({ used, max_tokens }, index) => {
          const input = Math.floor(used * Buffer.byteLength(JSON.stringify(bodies[index])))
          const { tier, price: ofTier } = tierOf(price, input)
          const sum = tiers.get(tier) ?? { input: 0, output: 0, price: ofTier }
          tiers.set(tier, { ...sum, input: sum.input + input, output: sum.output + Math.floor(used * max_tokens) })
        })
        const due = [...tiers.values()].reduce(
          (sum, { price, ...counts }) =>
            sum + charge({ ...terms(), price }, { usage: { ...noUsage(), ...counts } }).quota,
          0,
        )
        expect(due).toBeLessThanOrEqual(held)
      },
    ),
    { seed: 3 },
  )
})

test('a batch price is a share of all prices except tool fees', () => {
  const long = { above: 10, ratios: { ...plain, modelRatio: 0.3 } }
  const tools = { web_search: 10 }
  expect(atBatchPrice({ ...plain, modelRatio: 0.15, longInput: long, toolPrices: tools }, 0.5)).toMatchObject({
    modelRatio: 0.075,
    completionRatio: plain.completionRatio,
    longInput: { above: 10, ratios: { modelRatio: 0.15 } },
    toolPrices: tools,
  })
})

test('the images of all requests count together', () => {
  const png = Buffer.from('\x89PNG....', 'latin1').toString('base64')
  const part = { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } }
  const seeing = { max_tokens: 1, messages: [{ role: 'user', content: [part] }] }
  expect([1, 2, 3].map(count => sizeOf(...Array(count).fill(seeing)).images)).toEqual([5_000, 10_000, 15_000])
})
