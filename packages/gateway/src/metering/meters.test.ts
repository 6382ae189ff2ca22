import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { noUsage } from '../canonical/usage.ts'
import { newTally } from '../observers/tally.ts'
import { charge } from '../pricing/charge.ts'
import { priceOf } from '../pricing/price-of.ts'
import type { Format } from '../protocols/index.ts'
import { meters, observers } from '../protocols/index.ts'
import type { MeteredCall } from './meter.ts'

const nothing = { ModelPrice: {}, ModelRatio: {}, CompletionRatio: {}, CacheRatio: {} }
const gpt4o = priceOf('gpt-4o', nothing, new Date('2026-08-20'))
if (!gpt4o) throw new Error('gpt-4o has no price')
const terms = { price: gpt4o, groupRatio: 1, quotaPerUnit: 500_000 }
const byCall = { kind: 'call' as const, price: 0.04, toolPrices: {}, standingCalls: {} }

/** A call with this text and nothing else. */
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

describe('the most a call can consume', () => {
  const most = (format: Format, asked: object, more: Partial<MeteredCall> = {}) =>
    meters[format].most?.(call(asked, more), 500)

  test('is a token per byte if the answer is not text', () => {
    const body = { input: 'a'.repeat(988) }
    expect(most('openai-embeddings', body)?.usage).toEqual({ ...noUsage(), input: 1_000 })
    expect(most('openai-moderations', {})?.usage.input).toBe(500)
  })

  test('depends on the limit of the answer if there is one', () => {
    expect(most('openai-chat', {})).toBeUndefined()
  })

  test('for a price per call is the charge itself', () => {
    const two = most('openai-image-generations', { n: 2 }, { choices: 2 })
    expect(two && charge({ ...terms, price: byCall }, two).quota).toBe(40_000)
  })

  test('for images is the dearest of the requested kind, and four images for Imagen', () => {
    expect(most('openai-image-generations', {}, { choices: 2 })?.usage.imageOutput).toBe(2 * (4_160 * 1.5 + 300))
    const square = { size: '1024x1024', quality: 'low' }
    expect(most('openai-image-generations', square)?.usage.imageOutput).toBe(272 + 300)
    const oblong = { size: '1024x1536', quality: 'medium' }
    expect(most('openai-image-generations', oblong)?.usage.imageOutput).toBe(1_056 * 1.5 + 300)
    expect(most('openai-image-generations', square)?.usage).toMatchObject({ input: 36, imageInput: 0 })
    expect(most('openai-image-edits', {}, { files: 3 })?.usage.imageInput).toBe(3 * 6_500)
    expect(most('gemini-predict', {})?.callCount).toBe(4)
    expect(most('gemini-predict', { parameters: { sampleCount: 1 } })?.callCount).toBe(1)
  })

  test('for a reranking is a search for every hundred documents, counting long ones several times', () => {
    expect(most('rerank', { documents: Array.from({ length: 100 }, () => 'a') })?.callCount).toBe(2)
  })
})

test('text without a reported count is estimated from request and answer', () => {
  expect(meters['openai-chat'].estimated(call({}), tally({ outputTokens: 4.1 }))).toEqual({
    ...noUsage(),
    input: 7,
    output: 5,
  })
})

describe('speech', () => {
  const { estimated, most } = meters['openai-speech']

  test('costs the characters spoken', () => {
    const asked = call({ input: 'añ😀' }, { model: 'tts-1' })
    expect(estimated(asked, tally({ soundSeconds: 60 }))).toEqual({ ...noUsage(), input: 3 })
    expect(most?.(asked, 500).usage).toEqual({ ...noUsage(), input: 3 })
  })

  test('reserves all the text that may be spoken, whatever the host calls its member', () => {
    const spoken = fc.oneof(
      fc.string({ maxLength: 200 }),
      fc.array(fc.string({ minLength: 1, maxLength: 50 }), { minLength: 1 }),
      fc.record({ text: fc.string({ maxLength: 200 }) }),
    )
    const names = fc.constantFrom('input', 'text', 'ssml', 'messages', 'Input', 'input_text')
    fc.assert(
      fc.property(names, spoken, (name, value) => {
        const asked = call({ model: 'tts-1', voice: 'alloy', speed: 2, [name]: value }, { model: 'tts-1' })
        const characters = typeof value === 'string' ? [...value].length : [...JSON.stringify(value)].length
        expect(estimated(asked, tally({})).input).toBe(characters)
        expect(most?.(asked, 500).usage.input).toBe(characters)
      }),
      { seed: 7, numRuns: 200 },
    )
  })

  test('of the GPT family costs its tokens and its length', () => {
    const asked = call({ input: 'Good morning.', instructions: 'Whisper.' }, { model: 'gpt-4o-mini-tts' })
    expect(estimated(asked, tally({ soundSeconds: 60 }))).toMatchObject({ input: 5, audioOutput: 1250 })
    expect(most?.(asked, 500).usage.audioOutput).toBe(235)
  })
})

test('a transcription costs the length of its sound', () => {
  const { estimated, most } = meters['openai-transcriptions']
  const asked = call({}, { soundSeconds: 59.2 })
  expect(most?.(asked, 500).usage).toEqual({ ...noUsage(), input: 2, audioInput: 1000, output: 952 })
  expect(estimated(asked, tally({ outputTokens: 4.2 }))).toEqual({ ...noUsage(), audioInput: 1000, output: 5 })
})

describe('images', () => {
  const { estimated, perCall } = meters['openai-image-edits']

  test('cost by size, quality and number', () => {
    const asked = call({ size: '1024x1792', quality: 'hd', n: 3 }, { model: 'dall-e-3', choices: 3 })
    const consumed = { callCount: 2, sizeRatio: 2, qualityRatio: 1.5 }
    expect(perCall?.(asked, tally({ units: 2 }))).toMatchObject(consumed)
    expect(perCall?.(asked, tally({}))).toMatchObject({ ...consumed, callCount: 3 })
    expect(estimated(call({ n: 3 }, { choices: 3 }), tally({})).imageOutput).toBe(3 * 1_056)
  })

  test('cost the same in any spelling of size and quality, and the most for unknown ones', () => {
    const price = (asked: object) => perCall?.(call(asked, { model: 'dall-e-3' }), tally({ units: 1 }))
    const dearest = { callCount: 1, sizeRatio: 2, qualityRatio: 1.5 }
    const spelled = (word: string) => fc.mixedCase(fc.constant(word)).map(text => ` ${text} `)
    fc.assert(
      fc.property(spelled('hd'), spelled('1792x1024'), (quality, size) => {
        expect(price({ quality, size })).toMatchObject(dearest)
      }),
      { seed: 8, examples: [['HD', '1792X1024']] },
    )
    const unknown = fc.oneof(fc.constantFrom('hd+', 'ultra', '4096x4096', '1792×1024'), fc.array(fc.string()), fc.nat())
    fc.assert(
      fc.property(unknown, word => expect(price({ quality: word, size: word })).toMatchObject(dearest)),
      { seed: 9 },
    )
    expect(price({ quality: 'Standard', size: 'AUTO' })).toMatchObject({ callCount: 1, sizeRatio: 1, qualityRatio: 1 })
    expect(estimated(call({ quality: 'HIGH' }), tally({ units: 1 })).imageOutput).toBe(4_160)
    expect(estimated(call({ quality: ['low'] }), tally({ units: 1 })).imageOutput).toBe(4_160)
  })

  test('of a series are reserved up to the largest number allowed', () => {
    const { most } = meters['openai-image-generations']
    expect(most?.(call({ sequential_image_generation: 'Auto' }), 500).callCount).toBe(15)
    expect(most?.(call({ sequential_image_generation: 'disabled' }), 500).callCount).toBe(1)
  })

  test.each([
    [{ quality: 'low', size: '1024x1024' }, 544],
    [{ quality: 'high', size: '1024x1536' }, 12_480],
    [{}, 2_112],
  ])('without a reported count are counted by kind: %j', (asked, tokens) => {
    expect(estimated(call(asked), tally({ units: 2 }))).toEqual({ ...noUsage(), input: 7, imageOutput: tokens })
  })
})

test('a reranking costs its searches', () => {
  const { perCall } = meters.rerank
  expect(perCall?.(call({}), tally({ units: 3 }))).toEqual({ callCount: 3 })
  expect(perCall?.(call({}), tally({}))).toEqual({})
})

describe('a price per call', () => {
  const asked = {
    'openai-chat': (n: number) => call({ n }, { choices: n }),
    'openai-completions': (n: number) => call({ prompt: Array.from({ length: n }, () => 'a') }),
    gemini: (n: number) => call({ generationConfig: { candidateCount: n } }, { choices: n }),
  }
  const answered = {
    'openai-chat': (n: number) => ({ choices: listed(n, { message: { content: 'a' }, finish_reason: 'stop' }) }),
    'openai-completions': (n: number) => ({ choices: listed(n, { text: 'a', finish_reason: 'stop' }) }),
    gemini: (n: number) => ({ candidates: listed(n, { content: { parts: [{ text: 'a' }] }, finishReason: 'STOP' }) }),
  }
  const listed = (n: number, one: object) => Array.from({ length: n }, (_, index) => ({ index, ...one }))
  const formats = fc.constantFrom(...(Object.keys(asked) as (keyof typeof asked)[]))
  const count = fc.integer({ min: 1, max: 128 })

  test('is charged for each answer written, and never for more than requested', () => {
    fc.assert(
      fc.property(formats, count, count, (format, wanted, written) => {
        const told = observers[format].whole(JSON.stringify(answered[format](written)))
        const { callCount = 1 } = meters[format].perCall?.(asked[format](wanted), told) ?? {}
        expect(callCount).toBe(Math.min(wanted, written))
      }),
      { seed: 25 },
    )
  })

  test('counts the answers of a stream by their indexes', () => {
    const frame = (index: number) => `data: ${JSON.stringify({ choices: [{ index, delta: { content: 'a' } }] })}\n\n`
    const observed = observers['openai-chat'].stream({ hideUsage: false, contentType: 'text/event-stream' })
    for (const index of [0, 2, 1, 0]) observed.push(Buffer.from(frame(index)))
    expect(observed.tally.units).toBe(3)
  })
})
