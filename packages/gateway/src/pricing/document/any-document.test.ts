import { describe, expect, test } from 'bun:test'
import { optionTable, type PriceDocument, receiptOf, type TokenDollars } from '@tollgate/contract'
import fc from 'fast-check'
import { noUsage, type Usage } from '../../canonical/usage.ts'
import type { Consumed } from '../../metering/consumed.ts'
import { heldFactor, servedFactors } from '../../planning/service-levels.ts'
import { type Format, meters } from '../../protocols/index.ts'
import { charge, type PriceTerms } from '../charge.ts'
import { planHold, type SizedRequest } from '../holds/plan-hold.ts'
import type { DocumentPrice, Price } from '../price.ts'
import { priceOf } from '../price-of.ts'
import { priceAt } from './at-date.ts'
import { compile } from './compile.ts'

const day = new Date('2026-08-20T12:00:00Z')
const dollars = fc.integer({ min: 0, max: 200_000 }).map(thousandths => thousandths / 1_000)
/** For a call, an image or a minute. No line exceeds what a number can hold to the millionth. */
const unitDollars = fc.integer({ min: 0, max: 2_000 }).map(thousandths => thousandths / 1_000)
const groupRatio = fc.constantFrom(0.1, 0.33, 0.8, 1, 1.7, 2)

/** Plausible prices of tokens: a cache costs no more than the prompt, and an hour no less than five minutes. */
const tokens: fc.Arbitrary<TokenDollars> = fc
  .record(
    {
      input: dollars,
      output: dollars,
      read: fc.integer({ min: 0, max: 10 }),
      cache_write_5m: dollars,
      longer: dollars,
      image_input: dollars,
      image_output: dollars,
      audio_input: dollars,
      audio_output: dollars,
    },
    { requiredKeys: ['input', 'output'] },
  )
  .map(({ read, longer, ...prices }) => ({
    ...prices,
    ...(read !== undefined && { cache_read: Math.round(prices.input * read * 100) / 1_000 }),
    ...(longer !== undefined && { cache_write_1h: longer + Math.max(prices.cache_write_5m ?? 0, prices.input) }),
  }))

const document: fc.Arbitrary<PriceDocument> = fc
  .record(
    {
      tokens,
      tiers: fc.uniqueArray(fc.record({ above: fc.integer({ min: 1, max: 30_000 }), prices: tokens }), {
        maxLength: 4,
        selector: ({ above }) => above,
      }),
      marginal: fc.boolean(),
      call: unitDollars,
      characters: dollars,
      minutes: unitDollars,
      tools: fc.record({ web_search: dollars, file_search: dollars }),
      hours: fc.constantFrom<NonNullable<PriceDocument['hours']>>(
        [{ from: '08:00', to: '20:00', zone: 'UTC', factor: 0.5 }],
        [{ from: '20:00', to: '08:00', zone: 'UTC', factor: 3 }],
        [{ from: '10:00', to: '23:30', zone: 'Asia/Shanghai', factor: 1.25 }],
      ),
      images: fc.array(
        fc.record(
          { size: fc.constantFrom('auto', '1k', '2k'), quality: fc.constantFrom('low', 'high'), price: unitDollars },
          { requiredKeys: ['price'] },
        ),
        { minLength: 1, maxLength: 4 },
      ),
    },
    { requiredKeys: ['tokens'] },
  )
  .map(({ tiers = [], marginal, ...rest }) => ({
    ...rest,
    ...(tiers.length > 0 && {
      tiers: tiers
        .toSorted((one, other) => one.above - other.above)
        // All kinds are named, because a tier only names differences from the one below.
        .map(({ above, prices }) => ({ above, ...everyKind(prices) })),
      ...(marginal && { marginal }),
    }),
  }))

const everyKind = (prices: TokenDollars): TokenDollars => ({
  cache_read: prices.input,
  cache_write_5m: prices.input,
  cache_write_1h: Math.max(prices.input, prices.cache_write_5m ?? 0) * 2,
  image_input: prices.input,
  audio_input: prices.input,
  image_output: prices.output,
  audio_output: prices.output,
  ...prices,
})

const count = fc.integer({ min: 0, max: 40_000 })
const usage: fc.Arbitrary<Usage> = fc
  .record({
    input: count,
    cacheRead: count,
    cacheWrite5m: count,
    cacheWrite1h: count,
    imageInput: count,
    audioInput: count,
    output: count,
    imageOutput: count,
    audioOutput: count,
    searches: fc.integer({ min: 0, max: 5 }),
  })
  .map(({ searches, ...tokens }) => ({
    ...noUsage(),
    ...tokens,
    reasoning: Math.floor(tokens.output / 3),
    toolCalls: { web_search: searches },
  }))
const consumed: fc.Arbitrary<Consumed> = fc.record({
  usage,
  callCount: fc.integer({ min: 1, max: 5 }),
  characters: count.map(characters => () => characters),
  soundSeconds: count,
  image: fc.record({ size: fc.constantFrom('1k', '4k', undefined), quality: fc.constantFrom('low', 'hd', undefined) }),
})

const terms = (price: Price, ratio = 1): PriceTerms => ({ price, groupRatio: ratio, quotaPerUnit: 500_000 })
const wholeDocument = (one: Price): DocumentPrice => {
  if (one.kind !== 'document') throw new Error('ratios can say it')
  return one
}

describe('any document', () => {
  test('is accepted as an option and read back unchanged', () => {
    fc.assert(
      fc.property(document, one => {
        expect(optionTable.ModelPrices.read(JSON.stringify({ mine: one }))).toEqual({ value: { mine: one } })
      }),
      { seed: 2907, numRuns: 200 },
    )
  })

  test('has a receipt whose lines and rounding add up to the charge, also after storing and reading it back', () => {
    fc.assert(
      fc.property(document, consumed, groupRatio, (one, used, ratio) => {
        const { quota, other } = charge(terms(compile(one, day), ratio), used)
        const { lines, rounding, total } = receiptOf(JSON.parse(JSON.stringify(other)))
        const millionths = [...lines.map(line => line.quota), rounding].map(part => BigInt(Math.round(part * 1e6)))
        expect(millionths.reduce((sum, part) => sum + part, 0n)).toBe(BigInt(quota) * 1_000_000n)
        expect(total).toBe(quota)
        for (const line of lines) expect(line.count > 0).toBe(true)
      }),
      { seed: 2901, numRuns: 500 },
    )
  })

  test('counts each token of a prompt once, with any tiers', () => {
    fc.assert(
      fc.property(document, usage, (one, used) => {
        const { other } = charge(terms(compile({ ...one, call: 1 }, day)), { usage: used })
        const counted = (names: RegExp) =>
          (other.price_lines ?? []).filter(({ line }) => names.test(line)).reduce((sum, { count }) => sum + count, 0)
        expect(counted(/^(input|cache_|image_input|audio_input)/)).toBe(
          used.input + used.cacheRead + used.cacheWrite5m + used.cacheWrite1h + used.imageInput + used.audioInput,
        )
        expect(counted(/^(output|reasoning)$/)).toBe(used.output)
      }),
      { seed: 2902, numRuns: 300 },
    )
  })

  test('holds at least the cost of any chat answer within the hold', () => {
    const shares = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(
        document,
        shares,
        groupRatio,
        fc.boolean(),
        fc.integer({ min: 1, max: 9_000 }),
        (one, parts, ratio, caches, words) => {
          const text = 'a '.repeat(words)
          const content = caches ? [{ type: 'text', text, cache_control: { type: 'ephemeral' } }] : text
          const body = { model: 'm', max_tokens: 500, messages: [{ role: 'user', content }] }
          const its = terms(compile(one, day), ratio)
          const plan = planHold(requestOf('anthropic-messages', body), its)
          const most = Buffer.byteLength(text)
          const [fresh = 0, read = 0, written = 0, output = 0] = parts
          const all = Math.max(1, fresh + read + written)
          const share = (part: number) => Math.floor((most * part) / all)
          const usage = {
            ...noUsage(),
            input: share(fresh),
            cacheRead: share(read),
            [caches ? 'cacheWrite5m' : 'input']: caches ? share(written) : share(fresh + written),
            output: Math.floor((500 * output) / 100),
          }
          expect(plan.cost(500)).toBeGreaterThanOrEqual(charge(its, { usage }).quota)
        },
      ),
      { seed: 2903, numRuns: 400 },
    )
  })

  test.each([
    ['openai-embeddings', { model: 'm', input: 'Good morning' }],
    ['openai-image-generations', { model: 'm', prompt: 'A fox', n: 3, size: '2k' }],
    ['openai-speech', { model: 'tts-1', input: 'Good morning, everybody.' }],
  ] as const)('holds no less for %s than it then costs', (format, body) => {
    fc.assert(
      fc.property(document, groupRatio, (one, ratio) => {
        const its = terms(compile(one, day), ratio)
        const request = requestOf(format, body)
        const tally = { outputTokens: 0, units: null, soundSeconds: 3 } as never
        const { asked } = request
        const consumed = { ...meters[format].perCall?.(asked, tally), usage: meters[format].estimated(asked, tally) }
        const plan = planHold(request, its)
        expect(plan.cost(plan.expected)).toBeGreaterThanOrEqual(charge(its, consumed).quota)
      }),
      { seed: 2904, numRuns: 150 },
    )
  })

  test('that ratios can express charges the same in both forms', () => {
    const ratio = fc.integer({ min: 1, max: 4_000 }).map(part => part / 100)
    fc.assert(
      fc.property(
        ratio,
        ratio,
        fc.constantFrom(0, 0.1, 0.25, 0.5, 1),
        groupRatio,
        usage,
        (model, completion, cache, group, used) => {
          const tables = {
            ModelPrice: {},
            ModelRatio: { mine: model },
            CompletionRatio: { mine: completion },
            CacheRatio: { mine: cache },
          }
          const byRatios = priceOf('mine', tables, day)
          const input = model * 2
          const output = fixed(input * completion)
          const tokens = { input, output, cache_read: fixed(input * cache), cache_write_5m: fixed(input * 1.25) }
          const written = compile({ tokens }, day)
          expect(written).toEqual(byRatios as Price)
          // The same by lines: a price per call of 0 prevents ratios.
          const lines = wholeDocument(compile({ tokens, call: 0 }, day))
          const consumed = { usage: { ...used, cacheWrite1h: 0 } }
          if (!byRatios) throw new Error('it has a price')
          const { quota } = charge(terms(byRatios, group), consumed)
          expect(charge(terms(written, group), consumed).quota).toBe(quota)
          expect(charge(terms(lines, group), consumed).quota).toBe(quota)
        },
      ),
      { seed: 2905, numRuns: 300 },
    )
  })

  test.each([1e-300, 1e-13, 1.5e-12])('with an input price of %p, near zero, keeps its price of output', input => {
    const its = terms(compile({ tokens: { input, output: 2 } }, day), 1)
    expect(charge(its, { usage: { ...noUsage(), input: 10, output: 1_000 } }).quota).toBe(1_000)
  })

  test('charges no more by a longer prompt’s cheaper tier than was held', () => {
    const cheaper = { tokens: { input: 4, output: 20 }, tiers: [{ above: 1_000, input: 1, output: 2 }] }
    const its = terms(compile(cheaper, day))
    const body = { model: 'm', max_tokens: 100, messages: [{ role: 'user', content: 'a '.repeat(700) }] }
    const usage = { ...noUsage(), input: 1_000, output: 100 }
    expect(planHold(requestOf('openai-chat', body), its).cost(100)).toBeGreaterThanOrEqual(charge(its, { usage }).quota)
  })
})

const fixed = (value: number) => Number(value.toFixed(9))

describe('a price by date', () => {
  test('begins with its day in UTC and names the start of the next', () => {
    const dated = [{ tokens: { input: 2, output: 8 } }, { from: '2026-08-21', tokens: { input: 3, output: 9 } }]
    const tomorrow = Date.parse('2026-08-21T00:00:00Z')
    expect(priceAt(dated, day)).toMatchObject({ modelRatio: 1, until: tomorrow })
    expect(priceAt(dated, new Date(tomorrow))).toMatchObject({ modelRatio: 1.5 })
    expect(priceAt(dated, new Date(tomorrow))?.until).toBeUndefined()
    expect(priceAt(dated.slice(1), day)).toBeNull()
  })
})

describe('a price by hour', () => {
  const hours = [{ from: '16:30', to: '00:30', zone: 'UTC', factor: 0.5 }]
  const at = (time: string) => compile({ tokens: { input: 2, output: 8 }, hours }, new Date(`2026-08-20T${time}Z`))
  const name = 'hours=16:30-00:30 UTC'

  test.each([
    ['16:29:59', undefined, '2026-08-20T16:30:00Z'],
    ['16:30:00', 0.5, '2026-08-20T17:00:00Z'],
    ['00:29:00', 0.5, '2026-08-20T00:30:00Z'],
    ['00:30:00', undefined, '2026-08-20T01:00:00Z'],
  ])('at %s is multiplied by %p and checked again at %s at the latest', (time, factor, until) => {
    const price = at(time)
    expect(price.hour?.[name]).toBe(factor as number)
    expect(price.until).toBe(Date.parse(until))
  })

  test('uses the time of its zone, and its name is in the log row', () => {
    const inShanghai = [{ from: '00:30', to: '08:30', zone: 'Asia/Shanghai', factor: 0.5 }]
    const price = compile({ tokens: { input: 2, output: 8 }, hours: inShanghai }, new Date('2026-08-20T16:30:00Z'))
    const { quota, other } = charge(terms(price), { usage: { ...noUsage(), input: 1_000 } })
    expect(quota).toBe(500)
    expect(other.service_factors).toEqual({ 'hours=00:30-08:30 Asia/Shanghai': 0.5 })
  })
})

describe('service levels of a document', () => {
  const asked = { service_tier: { level: 'service_tier', word: 'flex', ratio: 0.5 } } as const
  const own = { service_tier: { flex: 0.25, priority: 3 } }
  const of = { format: 'openai-chat', model: 'gpt-5' } as const

  test('replace those that the maker publishes, for holds and charges', () => {
    expect(servedFactors(asked, { service_tier: 'flex' }, of)).toEqual({ 'service_tier=flex': 0.5 })
    expect(servedFactors(asked, { service_tier: 'flex' }, { ...of, own })).toEqual({ 'service_tier=flex': 0.25 })
    expect(servedFactors(asked, { service_tier: 'priority' }, { ...of, own })).toEqual({ 'service_tier=priority': 3 })
    const fast = { service_tier: { level: 'service_tier', word: 'priority', ratio: 2 } } as const
    expect([heldFactor(fast), heldFactor(fast, own)]).toEqual([2, 3])
  })
})

const requestOf = (format: Extract<Format, SizedRequest['format']>, body: object): SizedRequest => {
  const text = JSON.stringify(body)
  const member = (name: string) => Object.getOwnPropertyDescriptor(body, name)?.value
  const asked = {
    model: 'tts-1',
    text,
    member,
    inputTokens: () => 7,
    maxTokens: undefined,
    choices: Number(member('n') ?? 1),
    soundSeconds: 0,
  }
  const limits = { contextWindow: 200_000, output: 8_000 }
  return { format, model: 'm', text, member, isStream: false, asked, askedFormat: format, limits }
}
