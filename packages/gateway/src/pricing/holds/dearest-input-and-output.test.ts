import { describe, expect, test } from 'bun:test'
import type { Format } from '../../protocols/index.ts'
import type { TokenPrice } from '../price.ts'
import { UNPRICED } from '../price-of.ts'
import { outputFor, planHold, type SizedRequest } from './plan-hold.ts'

type Json = Record<string, unknown>
const plain: TokenPrice = { ...(UNPRICED as TokenPrice), modelRatio: 1, cacheWriteRatio: 1, toolPrices: {} }
const limits = { contextWindow: 1_000_000, output: 50_000 }

function planned(body: Json, price: Partial<TokenPrice> = {}, more: Partial<SizedRequest> = {}, asked: Json = {}) {
  const text = JSON.stringify(body)
  const member = (name: string) => body[name]
  const call = { model: 'm', text, member, inputTokens: () => 7, maxTokens: undefined, choices: 1, soundSeconds: 0 }
  const request: SizedRequest = {
    format: 'openai-chat',
    model: 'm',
    text,
    member,
    isStream: true,
    askedFormat: 'openai-chat',
    asked: { ...call, ...asked },
    limits,
    ...more,
  }
  return planHold(request, { price: { ...plain, ...price }, groupRatio: 1, quotaPerUnit: 500_000 })
}

const bytes = (body: Json) => JSON.stringify(body).length

describe('input is held at the dearest price it can be billed', () => {
  const speech = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0]), Buffer.alloc(2_300)]).toString('base64')
  const png = Buffer.from('\x89PNG....', 'latin1').toString('base64')
  const said = (part: Json, cache?: Json): Json => ({
    messages: [{ role: 'user', content: [{ ...part, ...(cache && { cache_control: cache }) }] }],
  })
  const picture = (data: string, cache?: Json) =>
    said({ type: 'image_url', image_url: { url: data && `data:image/png;base64,${data}` } }, cache)
  const sound = (data: string, cache?: Json) =>
    said({ type: 'input_audio', input_audio: { data, format: 'mp3' } }, cache)
  const soundTokens = Math.ceil(speech.length / 32)

  test.each([
    [2, 5_000 * 2],
    [1.5, 5_000 * 1.5],
    [1, 5_000],
    [0.5, 5_000],
  ])('an image at %p times the price of text', (imageRatio, cost) => {
    expect(planned(picture(png), { imageRatio }).cost(0)).toBe(bytes(picture('')) + cost)
  })

  test.each([
    [2, soundTokens * 2],
    [1.5, soundTokens * 1.5],
    [1, soundTokens],
    [0.5, soundTokens],
  ])('sound at %p times the price of text', (audioRatio, cost) => {
    expect(planned(sound(speech), { audioRatio }).cost(0)).toBe(Math.round(bytes(sound('')) + cost))
  })

  test.each<[body: Json, cacheWriteRatio: number, factor: number]>([
    [{ cache_control: { type: 'ephemeral' } }, 1.25, 1.25],
    [{ cache_control: { type: 'ephemeral', ttl: '1h' } }, 1.25, 2],
    [{ cache_control: {} }, 1, 1],
    [{ cache_control: {} }, 0.5, 1],
    [{ metadata: { ttl: '1h', cache_control: {} } }, 1.25, 1],
  ])('what %j may write to a cache at %p times, as %p', (body, cacheWriteRatio, factor) => {
    expect(planned(body, { cacheWriteRatio }).cost(0)).toBe(Math.round(bytes(body) * factor))
  })

  test('text that may be cached at that price, unless it is dearer as an image or sound', () => {
    const mark = { type: 'ephemeral' }
    const [shown, heard] = [bytes(picture('', mark)), bytes(sound('', mark))]
    const cost = (body: Json, price: Partial<TokenPrice>) => planned(body, { cacheWriteRatio: 1.25, ...price }).cost(0)
    expect(cost(picture(png, mark), { imageRatio: 1 })).toBe(Math.round((shown + 5_000) * 1.25))
    expect(cost(sound(speech, mark), { audioRatio: 1 })).toBe(Math.round((heard + soundTokens) * 1.25))
    expect(cost(picture(png, mark), { imageRatio: 2 })).toBe(Math.round(shown * 1.25 + 5_000 * 2))
    expect(cost(sound(speech, mark), { audioRatio: 2 })).toBe(Math.round(heard * 1.25 + soundTokens * 2))
  })

  test('long input at the price of long input', () => {
    const longInput = { above: 100, ratios: { ...plain, modelRatio: 3, completionRatio: 2 } }
    const body = { user: 'a'.repeat(200) }
    expect(planned(body, { longInput }).cost(0)).toBe(bytes(body) * 3)
    expect(planned(body, { longInput }).cost(10)).toBeWithin(bytes(body) * 3 + 60, bytes(body) * 3 + 62)
  })

  const searches = { web_search: 10, file_search: 2.5 }
  const perCall = { web_search: 5_000, file_search: 1_250 }
  test.each<[body: Json, tool: keyof typeof perCall, calls: number, format?: SizedRequest['format']]>([
    [{ tools: [{ type: 'web_search' }] }, 'web_search', 10],
    [{ tools: [{ type: 'web_search' }], max_tool_calls: 3 }, 'web_search', 3],
    [{ tools: [{ type: 'web_search' }], max_tool_calls: 1 }, 'web_search', 1],
    [{ tools: [{ type: 'web_search' }], max_tool_calls: 0 }, 'web_search', 1],
    [{ tools: [{ google_search: {} }] }, 'web_search', 10, 'gemini'],
    [{ tools: [{ googleSearch: {} }] }, 'web_search', 10, 'gemini'],
    [{ tools: [{ type: 'file_search' }] }, 'file_search', 10],
  ])('the tools of %j: %s, %p times', (body, tool, calls, format = 'openai-responses') => {
    const fees = planned(body, { toolPrices: searches }, { format }).cost(0) - planned(body, {}, { format }).cost(0)
    expect(fees).toBe(calls * perCall[tool])
  })
})

describe('output is held at the dearest price it can be billed', () => {
  const ratios = { completionRatio: 4, imageRatio: 2, imageCompletionRatio: 6, audioRatio: 5, audioCompletionRatio: 2 }
  const forHundred = (body: Json, more: Partial<SizedRequest> = {}, price: Partial<TokenPrice> = {}) => {
    const { cost } = planned(body, { ...ratios, ...price }, more)
    return cost(100) - cost(0)
  }

  test('as text if it can be nothing else', () => {
    expect(forHundred({})).toBeWithin(400, 402)
  })

  test.each<[body: Json, model: string, format?: SizedRequest['format']]>([
    [{ modalities: ['text', 'audio'] }, 'm'],
    [{ generationConfig: { responseModalities: ['IMAGE'] } }, 'm', 'gemini'],
    [{ tools: [{ type: 'image_generation' }] }, 'm', 'openai-responses'],
    [{}, 'gpt-4o-audio-preview'],
    [{}, 'gemini-2.5-flash-image'],
    [{}, 'gpt-realtime'],
  ])('as the dearest of text, images and sound if %j of %s may be any', (body, model, format = 'openai-chat') => {
    expect(forHundred(body, { model, format })).toBeWithin(1_200, 1_202)
    expect(forHundred(body, { model, format }, { imageCompletionRatio: 1 })).toBeWithin(1_000, 1_002)
    expect(forHundred(body, { model, format }, { imageCompletionRatio: 1, audioCompletionRatio: 0.1 })).toBeWithin(
      400,
      402,
    )
  })

  test('and all of it from the start, because it does not show as it passes', () => {
    const plan = planned({ modalities: ['audio'], max_tokens: 30_000 }, ratios)
    expect(plan).toMatchObject({ isSeen: false, hidden: 30_000, expected: 30_000, most: 30_000 })
  })

  test('rounded up', () => {
    const { cost } = planned({}, { modelRatio: 0.3 })
    expect(cost(1) - cost(0)).toBe(2)
    expect(cost(0, bytes({}) + 1) - cost(0)).toBe(2)
    expect(cost(0, bytes({}))).toBe(cost(0))
  })

  test('at a price per call costs that, however long', () => {
    const byCall = { kind: 'call', price: 0.01, toolPrices: {}, standingCalls: {} } as never
    const { cost } = planned({ modalities: ['audio'] }, byCall)
    expect([cost(0), cost(100_000)]).toEqual([5_000, 5_000])
  })
})

describe('the length of answer that is held', () => {
  test.each<[what: string, body: Json, more: Partial<SizedRequest>, plan: object]>([
    ['is its limit', { max_tokens: 900 }, {}, { most: 900, isBound: true, expected: 900, least: 16, answers: 1 }],
    ['is its limit, be it tiny', { max_tokens: 9 }, {}, { most: 9, expected: 9, least: 9 }],
    ['is what is usual of a longer limit', { max_tokens: 9_000 }, {}, { most: 9_000, expected: 4_096, isSeen: true }],
    [
      'is all of it where nothing passes',
      { max_tokens: 9_000 },
      { isStream: false },
      { expected: 9_000, isSeen: false },
    ],
    ['is no more than the model can', { max_tokens: 90_000 }, {}, { most: 50_000, isBound: true }],
    ['is the model’s longest without a limit', {}, { model: 'gpt-4o' }, { most: 16_384, isBound: false }],
    ['is what is known to be less', {}, {}, { most: 50_000, isBound: false }],
    ['is the limit of a model that could say less', { max_tokens: 20_000 }, { model: 'gpt-4o' }, { most: 20_000 }],
    ['is that of every answer', { max_tokens: 9_000, n: 3 }, {}, { most: 27_000, expected: 12_288, least: 48 }],
  ])('%s', (_, body, more, plan) => {
    expect(planned(body, {}, more)).toMatchObject(plan)
  })

  test.each<[body: Json, format: SizedRequest['format']]>([
    [{ reasoning_effort: 'high' }, 'openai-chat'],
    [{ reasoning: { effort: 'high' } }, 'openai-responses'],
    [{ output_config: { effort: 'high' } }, 'anthropic-messages'],
    [{ thinking: { type: 'enabled' } }, 'anthropic-messages'],
    [{ additionalModelRequestFields: { thinking: { type: 'enabled' } } }, 'bedrock'],
  ])('is all of it if %j makes a model think unseen', (body, format) => {
    const plan = planned(body, {}, { format })
    expect(plan).toMatchObject({ hidden: 50_000, expected: 50_000, isSeen: false })
    expect(planned({}, {}, { format })).toMatchObject({ hidden: 0, isSeen: true })
  })

  test('divides the affordable output among the answers, rounded down', () => {
    expect(planned({ n: 3 }).limitFor(100)?.tokens).toBe(33)
  })
})

describe('a request that fixes the length of its answer', () => {
  const speech = { format: 'openai-speech', askedFormat: 'openai-speech' as Format } as const
  const gpt = { model: 'gpt-4o-mini-tts', member: (name: string) => (name === 'input' ? 'a'.repeat(100) : undefined) }

  test('is held for the length of its sound, and a stream may extend that', () => {
    const ratios = { audioRatio: 1, audioCompletionRatio: 1 }
    const [streamed, whole] = [true, false].map(isStream =>
      planned({ input: 'a'.repeat(100) }, ratios, { ...speech, isStream }, gpt),
    )
    const spoken = Math.round((20 * 1_250) / 60)
    const same = { expected: spoken, least: spoken, answers: 1, hidden: 0, margin: 1, isBound: true, bytesPerToken: 64 }
    expect(streamed).toMatchObject({ ...same, isSeen: true, most: Number.MAX_SAFE_INTEGER })
    expect(whole).toMatchObject({ ...same, isSeen: false, most: spoken })
    expect(streamed?.limitFor(10)).toBeNull()
    expect((streamed?.cost(200) ?? 0) - (streamed?.cost(100) ?? 0)).toBe(100)
  })

  test('is read a few times, however often its cost is asked', () => {
    let reads = 0
    const call = { ...gpt, inputTokens: () => 7, maxTokens: undefined, choices: 1, soundSeconds: 0 }
    const asked = {
      ...call,
      get text() {
        reads++
        return JSON.stringify({ input: 'a'.repeat(100) })
      },
    }
    const plan = planned({}, { audioRatio: 1, audioCompletionRatio: 1 }, { ...speech, isStream: true, asked })
    expect(outputFor(100_000, plan)).toBeGreaterThan(0)
    expect(reads).toBeGreaterThan(0)
    expect(reads).toBeLessThan(9)
  })

  test('without sound never grows', () => {
    const plan = planned({ input: 'Hi' }, {}, { format: 'openai-embeddings', askedFormat: 'openai-embeddings' })
    expect(plan).toMatchObject({ isSeen: false, most: 0, expected: 0, least: 0 })
    expect(plan.cost(0)).toBe(bytes({ input: 'Hi' }))
    expect(plan.cost(0, 500)).toBe(500)
  })
})

test('the largest output for a quota costs at most the quota, and one token more costs more', () => {
  const cost = (tokens: number) => 10 + 3 * tokens
  expect(outputFor(10 + 3 * 50, { cost, most: 50 })).toBe(50)
  for (let quota = 10; quota < 160; quota++) {
    const most = outputFor(quota, { cost, most: 50 })
    expect(cost(most)).toBeLessThanOrEqual(quota)
    if (most < 50) expect(cost(most + 1)).toBeGreaterThan(quota)
  }
  expect(outputFor(0, { cost, most: 50 })).toBe(0)
})
