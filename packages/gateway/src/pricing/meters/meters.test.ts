import { describe, expect, test } from 'bun:test'
import { noUsage } from '../../canonical/usage.ts'
import type { Format } from '../../follow/index.ts'
import { newTally } from '../../follow/tally.ts'
import { charge } from '../charge.ts'
import { FREE, priceOf } from '../price-of.ts'
import { type MeteredCall, meters } from './index.ts'

const nothing = { ModelPrice: {}, ModelRatio: {}, CompletionRatio: {}, CacheRatio: {} }
const gpt4o = priceOf('gpt-4o', nothing, new Date('2026-08-20'))
if (!gpt4o) throw new Error('gpt-4o has no price')
const terms = { price: gpt4o, groupRatio: 1, quotaPerUnit: 500_000 }
const byCall = { kind: 'call' as const, price: 0.04, toolPrices: {}, standingCalls: {} }

/** A call that says so much and nothing else. */
const call = (asked: object, more: Partial<MeteredCall> = {}): MeteredCall => ({
  model: 'm',
  text: JSON.stringify(asked),
  member: name => Object.getOwnPropertyDescriptor(asked, name)?.value,
  inputTokens: () => 7,
  maxTokens: undefined,
  choices: 1,
  soundSeconds: 0,
  ...more,
})
const tally = (told: object) => ({ ...newTally(), ...told })

describe('what is set aside', () => {
  const medium = 'A'.repeat(40_000)
  const reserved = (format: Format, asked: object, more: Partial<MeteredCall> = {}) =>
    charge(terms, meters[format].expected(call(asked, more), 500)).quota

  test.each<[what: string, format: Format, asked: object, more: Partial<MeteredCall>, quota: number]>([
    ['a usual answer when the client does not say', 'openai-chat', {}, {}, (500 + 1024 * 4) * 1.25],
    ['the answer the client allows', 'gemini', {}, { maxTokens: 10 }, (500 + 10 * 4) * 1.25],
    ['as many answers as are asked for', 'openai-chat', {}, { maxTokens: 10, choices: 3 }, (500 + 30 * 4) * 1.25],
    ['no more than a long answer', 'openai-chat', {}, { maxTokens: 128_000 }, (500 + 16_384 * 4) * 1.25],
    [
      'a token for three bytes of long input',
      'openai-chat',
      { input: 'a'.repeat(29_988) },
      { maxTokens: 10 },
      (10_000 + 10 * 4) * 1.25,
    ],
    [
      'a share for every image',
      'openai-chat',
      { a: { data: medium }, b: { data: medium } },
      { maxTokens: 10 },
      (3_011 + 10 * 4) * 1.25,
    ],
    ['no answer where none is given', 'openai-embeddings', {}, {}, 500 * 1.25],
  ])('covers %s', (_, format, asked, more, quota) => {
    expect(reserved(format, asked, more)).toBe(Math.ceil(quota))
  })

  test('for a price by call is the charge itself', () => {
    const two = meters['openai-image-generations'].expected(call({ n: 2 }, { choices: 2 }), 500)
    expect(charge({ ...terms, price: byCall }, two).quota).toBe(40_000)
  })

  test('is nothing where nothing is charged', () => {
    const expected = meters['openai-chat'].expected(call({}), 500)
    expect(charge({ ...terms, price: FREE }, expected).quota).toBe(0)
    expect(charge({ ...terms, groupRatio: 0 }, expected).quota).toBe(0)
  })
})

describe('speech', () => {
  const { estimated, expected } = meters['openai-speech']

  test('costs its characters', () => {
    const asked = call({ input: 'añ😀' }, { model: 'tts-1' })
    expect(estimated(asked, tally({ soundSeconds: 60 }))).toEqual({ ...noUsage(), input: 3 })
    expect(expected(asked, 500).usage).toEqual({ ...noUsage(), input: 3 })
  })

  test('of the GPT family costs its tokens and the length of its sound', () => {
    const asked = call({ input: 'Good morning.', instructions: 'Whisper.' }, { model: 'gpt-4o-mini-tts' })
    expect(estimated(asked, tally({ soundSeconds: 60 }))).toMatchObject({ input: 5, audioOutput: 1250 })
    expect(expected(asked, 500).usage.audioOutput).toBe(18)
  })
})

test('a transcription costs the length of its sound', () => {
  const { estimated, expected } = meters['openai-transcriptions']
  const asked = call({}, { soundSeconds: 59.2 })
  expect(expected(asked, 500).usage).toEqual({ ...noUsage(), audioInput: 1000 })
  expect(estimated(asked, tally({ outputTokens: 4.2 }))).toEqual({ ...noUsage(), audioInput: 1000, output: 5 })
})

describe('images', () => {
  const { estimated, perCall } = meters['openai-image-edits']

  test('cost by size, quality and how many came', () => {
    const asked = call({ size: '1024x1792', quality: 'hd', n: 3 }, { model: 'dall-e-3', choices: 3 })
    const consumed = { callCount: 2, sizeRatio: 2, qualityRatio: 1.5 }
    expect(perCall?.(asked, tally({ units: 2 }))).toEqual(consumed)
    expect(perCall?.(asked, tally({}))).toEqual({ ...consumed, callCount: 3 })
  })

  test.each([
    [{ quality: 'low', size: '1024x1024' }, 544],
    [{ quality: 'high', size: '1024x1536' }, 12_480],
    [{}, 2_112],
  ])('that nobody counted are counted by their kind: %j', (asked, tokens) => {
    expect(estimated(call(asked), tally({ units: 2 }))).toEqual({ ...noUsage(), input: 7, imageOutput: tokens })
  })
})

test('a reranking costs its searches', () => {
  const { perCall } = meters.rerank
  expect(perCall?.(call({}), tally({ units: 3 }))).toEqual({ callCount: 3 })
  expect(perCall?.(call({}), tally({}))).toEqual({})
})
