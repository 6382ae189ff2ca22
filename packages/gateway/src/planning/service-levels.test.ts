import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type AskedLevels, heldFactor, LEVEL_PRICES, servedFactors } from './service-levels.ts'

const GPT = { format: 'openai-chat', model: 'gpt-5' } as const
const CLAUDE = { format: 'anthropic-messages', model: 'claude-opus-4-6' } as const
const tier = (word: string, ratio: number): AskedLevels => ({ service_tier: { level: 'service_tier', word, ratio } })

describe('the price factor of a service level', () => {
  test('is that of the level the answer reports', () => {
    expect(servedFactors(tier('priority', 2), { service_tier: 'priority' }, GPT)).toEqual({
      'service_tier=priority': 2,
    })
    expect(servedFactors(tier('priority', 2), { service_tier: 'default' }, GPT)).toEqual({})
    expect(servedFactors({}, { service_tier: 'priority' }, GPT)).toEqual({ 'service_tier=priority': 2 })
    expect(servedFactors({}, { speed: 'fast', inference_geo: 'us' }, CLAUDE)).toEqual({
      'speed=fast': 6,
      'inference_geo=us': 1.1,
    })
  })

  test('is that of the requested level if the answer names none or repeats the request', () => {
    for (const service_tier of [null, 'auto', 'unheard-of'])
      expect(servedFactors(tier('priority', 2), { service_tier }, GPT)).toEqual({ 'service_tier=priority': 2 })
  })

  test('is a discount only if requested and confirmed by the answer', () => {
    expect(servedFactors(tier('flex', 0.5), { service_tier: 'flex' }, GPT)).toEqual({ 'service_tier=flex': 0.5 })
    expect(servedFactors(tier('flex', 0.5), {}, GPT)).toEqual({})
    expect(servedFactors({}, { service_tier: 'flex' }, GPT)).toEqual({})
  })

  test('is above 1 for every word but flex, which is half the price', () => {
    for (const { title, ratios } of LEVEL_PRICES)
      for (const [word, ratio] of Object.entries(ratios))
        expect([title, word, ratio > 1, ratio]).toEqual([title, word, word !== 'flex', word === 'flex' ? 0.5 : ratio])
  })

  test('of an answer that does not name a level is that of the hold', () => {
    const words = [...new Set(LEVEL_PRICES.flatMap(({ ratios }) => Object.keys(ratios))), 'default', 'auto', 'new']
    fc.assert(
      fc.property(fc.constantFrom(...words), fc.double({ min: 0.1, max: 6, noNaN: true }), (word, ratio) => {
        const asked = tier(word, ratio)
        const served = servedFactors(asked, {}, GPT)
        expect(Object.values(served).reduce((product, one) => product * one, 1)).toBe(heldFactor(asked))
      }),
      { seed: 3 },
    )
  })
})
