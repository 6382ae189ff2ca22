import { describe, expect, test } from 'bun:test'
import { defaultPrice } from './default-price.ts'
import type { TokenPrice } from './price.ts'

const day = new Date('2026-08-20T12:00:00Z')
const tools = { web_search: 10, file_search: 2.5 }

/** The prices per kind in dollars per million tokens, calculated back from the ratios. */
function dollarsOf(price: TokenPrice) {
  const text = price.modelRatio * 2
  const image = text * price.imageRatio
  const audio = text * price.audioRatio
  return {
    input: text,
    output: text * price.completionRatio,
    cacheRead: text * price.cacheRatio,
    cacheWrite: text * price.cacheWriteRatio,
    image,
    imageOutput: image * price.imageCompletionRatio,
    audio,
    audioOutput: audio * price.audioCompletionRatio,
  }
}

/** The providers' list prices; a kind that is not sold separately costs what its parent kind costs. */
const LIST: [model: string, dollars: Partial<ReturnType<typeof dollarsOf>>][] = [
  ['gpt-4o', { input: 2.5, output: 10, cacheRead: 1.25, image: 2.5, imageOutput: 10, audio: 2.5, audioOutput: 10 }],
  ['gpt-realtime', { input: 4, output: 16, cacheRead: 0.4, image: 5, imageOutput: 16, audio: 32, audioOutput: 64 }],
  ['gpt-image-1', { input: 5, cacheRead: 1.25, image: 10, imageOutput: 40 }],
  ['claude-sonnet-4-5', { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 }],
  ['gemini-2.5-flash', { input: 0.3, output: 2.5, cacheRead: 0.03, audio: 1, audioOutput: 2.5 }],
  // listed in yuan, at 7.3 per dollar
  ['ERNIE-4.0-8K', { input: 120 / 7.3, output: 120 / 7.3 }],
  ['ERNIE-Speed-128K', { input: 4 / 7.3, output: 8 / 7.3 }],
  ['chatglm_lite', { input: 2 / 7.3, output: 2 / 7.3 }],
  ['SparkDesk-v3.5', { input: 18 / 7.3, output: 18 / 7.3 }],
  ['hunyuan', { input: 100 / 7.3, output: 100 / 7.3 }],
  ['PaLM-2', { input: 2, output: 2 }],
  ['text-embedding-3-small', { input: 0.02, output: 0, imageOutput: 0, audioOutput: 0, cacheWrite: 0.02 }],
]

describe('the default price', () => {
  test.each(LIST)('of %s is the list price', (model, dollars) => {
    const price = defaultPrice(model, day)
    if (!price) throw new Error(`${model} has no price`)
    for (const [kind, amount] of Object.entries(dollars)) {
      expect([kind, dollarsOf(price)[kind as keyof typeof dollars]]).toEqual([kind, expect.closeTo(amount, 9)])
    }
  })

  test('for long input has all its ratios', () => {
    const long = defaultPrice('claude-sonnet-4-5', day)?.longInput
    expect(long?.above).toBe(200_000)
    expect(long?.ratios).toEqual({
      modelRatio: 3,
      completionRatio: 3.75,
      cacheRatio: 0.1,
      cacheWriteRatio: 1.25,
      imageRatio: 1,
      imageCompletionRatio: 3.75,
      audioRatio: 1,
      audioCompletionRatio: 3.75,
    })
  })

  test('of sound per hour is for a thousand tokens a minute', () => {
    expect(defaultPrice('whisper-1', day)).toMatchObject({ modelRatio: 3, completionRatio: 0, audioRatio: 1 })
  })

  test.each(['omni-moderation-latest', 'meta-llama/llama-3.3-70b-instruct:free'])('of %s is zero', model => {
    expect(defaultPrice(model, day)).toEqual({
      kind: 'tokens',
      modelRatio: 0,
      completionRatio: 1,
      cacheRatio: 1,
      cacheWriteRatio: 1,
      imageRatio: 1,
      imageCompletionRatio: 1,
      audioRatio: 1,
      audioCompletionRatio: 1,
      toolPrices: tools,
      standingCalls: {},
    })
  })

  test.each([
    ['gpt-4o', tools, {}],
    ['gpt-4o-search-preview', tools, { web_search: 1 }],
    ['sonar', { ...tools, request: 12 }, { request: 1 }],
  ])('of %s has its tools, and those that every answer calls', (model, toolPrices, standingCalls) => {
    expect(defaultPrice(model, day)).toMatchObject({ toolPrices, standingCalls })
    expect(defaultPrice(model, day)?.standingCalls).toEqual(standingCalls)
  })
})
