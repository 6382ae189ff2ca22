import { describe, expect, test } from 'bun:test'
import { FREE, priceOf, UNPRICED } from './price-of.ts'

const day = new Date('2026-08-20T12:00:00Z')
const nothing = { ModelPrice: {}, ModelRatio: {}, CompletionRatio: {}, CacheRatio: {} }

describe('the price of a model', () => {
  test('is the package’s, as ratios', () => {
    expect(priceOf('gpt-4o', nothing, day)).toEqual({
      kind: 'tokens',
      modelRatio: 1.25,
      completionRatio: 4,
      cacheRatio: 0.5,
      cacheWriteRatio: 1,
      imageRatio: 1,
      imageCompletionRatio: 4,
      audioRatio: 1,
      audioCompletionRatio: 4,
      toolPrices: { web_search: 10, file_search: 2.5 },
      standingCalls: {},
    })
  })

  test.each([
    ['gpt-4o-2024-08-06', 1.25, 'a dated name'],
    ['claude-sonnet-4-5-20250929', 1.5, 'a dated name with a tier for long input'],
    ['us.anthropic.claude-sonnet-4-20250514-v1:0', 1.5, 'a name of Bedrock’s'],
    ['text-embedding-3-small', 0.01, 'a name that does not say whose it is'],
    ['gpt-image-1', 2.5, 'an image model'],
    ['whisper-1', 3, 'an hour of sound as sixty thousand tokens'],
    ['omni-moderation-latest', 0, 'a free model'],
  ])('%s has the ratio %p: %s', (model, modelRatio) => {
    expect(priceOf(model, nothing, day)).toMatchObject({ modelRatio })
  })

  test.each(['my-own-model', 'gpt', 'constructor', '__proto__', ''])('%p has none', model => {
    expect(priceOf(model, nothing, day)).toBeNull()
  })

  test('is a task’s default if the operator’s prices do not name the model, otherwise the operator’s', () => {
    const others = { ...nothing, ModelPrice: { drawing: 0.2 }, ModelRatio: { 'gpt-4o': 1 } }
    expect(priceOf('mj_imagine', others, day)).toMatchObject({ kind: 'call', price: 0.1 })
    expect(priceOf('mj_inpaint', others, day)).toMatchObject({ kind: 'call', price: 0 })
    expect(priceOf('mj_imagine', { ...nothing, ModelPrice: { mj_imagine: 0.3 } }, day)).toMatchObject({ price: 0.3 })
    const byRatio = priceOf('mj_imagine', { ...nothing, ModelRatio: { mj_imagine: 4 } }, day)
    expect(byRatio).toMatchObject({ kind: 'tokens', modelRatio: 4 })
  })

  test('is higher for long input if the package says so', () => {
    expect(priceOf('gemini-2.5-pro', nothing, day)).toMatchObject({
      modelRatio: 0.625,
      completionRatio: 8,
      longInput: { above: 200_000, ratios: { modelRatio: 1.25, completionRatio: 6 } },
    })
  })

  test('changes with the day', () => {
    expect(priceOf('o3', nothing, new Date('2025-06-01'))).toMatchObject({ modelRatio: 5 })
    expect(priceOf('o3', nothing, day)).toMatchObject({ modelRatio: 1 })
  })

  test('is the operator’s price per call before all others', () => {
    const tables = { ...nothing, ModelPrice: { 'gpt-4o': 0.05 }, ModelRatio: { 'gpt-4o': 9 } }
    expect(priceOf('gpt-4o', tables, day)).toMatchObject({ kind: 'call', price: 0.05 })
  })

  test('is the operator’s ratio, with the other ratios unchanged, for input of any length', () => {
    const price = priceOf('gemini-2.5-pro', { ...nothing, ModelRatio: { 'gemini-2.5-pro': 2 } }, day)
    expect(price).toMatchObject({ modelRatio: 2, completionRatio: 8, cacheRatio: 0.1, longInput: undefined })
  })

  test('uses the operator’s other ratios for long input too', () => {
    const tables = { ...nothing, CompletionRatio: { 'gemini-2.5-pro': 7 }, CacheRatio: { 'gemini-2.5-pro': 0.3 } }
    expect(priceOf('gemini-2.5-pro', tables, day)).toMatchObject({
      completionRatio: 7,
      cacheRatio: 0.3,
      longInput: { ratios: { modelRatio: 1.25, completionRatio: 7, cacheRatio: 0.3 } },
    })
  })

  test('of a model only the operator knows is the operator’s, with all output priced like text', () => {
    const tables = { ...nothing, ModelRatio: { mine: 4 }, CompletionRatio: { mine: 3 } }
    expect(priceOf('mine', tables, day)).toMatchObject({
      modelRatio: 4,
      completionRatio: 3,
      cacheRatio: 1,
      audioCompletionRatio: 3,
      imageCompletionRatio: 3,
    })
  })

  test('of a model only the operator knows prices all other kinds like text', () => {
    expect(priceOf('mine', { ...nothing, ModelRatio: { mine: 4 } }, day)).toEqual({
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
    })
  })

  test('is 75 dollars a million if missing prices are accepted, and nothing if calls are free', () => {
    const mine = priceOf('mine', { ...nothing, ModelRatio: { mine: 37.5 } }, day)
    expect(UNPRICED).toEqual(mine as typeof UNPRICED)
    expect(FREE).toEqual({ ...UNPRICED, modelRatio: 0, toolPrices: {} } as typeof UNPRICED)
  })

  test('is missing if only a completion ratio is set', () => {
    expect(priceOf('mine', { ...nothing, CompletionRatio: { mine: 3 } }, day)).toBeNull()
  })
})
