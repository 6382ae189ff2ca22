import { describe, expect, test } from 'bun:test'
import { noUsage } from '../canonical/usage.ts'
import { type Format, observers } from '../protocols/index.ts'
import { isEmpty } from './tally.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const event = (value: object): string => `data: ${JSON.stringify(value)}\n\n`

function stream(format: Format, contentType: string, chunks: Uint8Array[]) {
  const observer = observers[format].stream({ hideUsage: false, contentType })
  for (const chunk of chunks) expect(observer.push(chunk)).toBe(chunk)
  observer.end()
  return observer.tally
}

describe('images', () => {
  const usage = { input_tokens: 50, input_tokens_details: { text_tokens: 10, image_tokens: 40 }, output_tokens: 4160 }

  test('are counted, and their tokens are image output', () => {
    const tally = observers['openai-image-edits'].whole(JSON.stringify({ created: 1, data: [{}, {}], usage }))
    expect(tally).toMatchObject({ units: 2, produced: true, finished: true, usageIsFinal: true })
    expect(tally.usage).toEqual({ ...noUsage(), input: 10, imageInput: 40, imageOutput: 4160, raw: usage })
  })

  test('stream with previews and end when the connection closes', () => {
    const events = [
      { type: 'image_generation.partial_image', b64_json: 'aa', partial_image_index: 0 },
      { type: 'image_generation.completed', b64_json: 'aaaa', usage },
    ]
    const tally = stream('openai-image-generations', 'text/event-stream', events.map(event).map(bytes))
    expect(tally).toMatchObject({ units: 1, produced: true, finished: true, usageIsFinal: true })
  })

  test('are counted as they arrive, under any name, or as their host reports', () => {
    const made = (answer: object) => observers['openai-image-generations'].whole(JSON.stringify(answer)).units
    expect(made({ images: [{}, {}, {}] })).toBe(3)
    expect(made({ images: [{}, {}], data: [{}, {}] })).toBe(2)
    expect(made({ data: [{}], usage: { generated_images: 4 } })).toBe(4)
    const series = [
      ...Array(9).fill({ type: 'image_generation.partial_succeeded', url: 'https://x/1' }),
      { type: 'image_generation.completed', usage: { generated_images: 9 } },
    ]
    expect(stream('openai-image-generations', 'text/event-stream', series.map(event).map(bytes)).units).toBe(9)
  })

  test('are free if there are none', () => {
    expect(isEmpty(observers['openai-image-generations'].whole('{"created":1,"data":[]}'))).toBe(true)
  })
})

describe('speech', () => {
  test('is sound that passes unchanged, with its length measured on the way', () => {
    const tally = stream('openai-speech', 'audio/pcm', [new Uint8Array(48_000), new Uint8Array(24_000)])
    expect(tally).toMatchObject({ soundSeconds: 1.5, produced: true, finished: true, outputBytes: 72_000, usage: null })
  })

  test('may come as events that report usage', () => {
    const usage = { input_tokens: 14, output_tokens: 101, total_tokens: 115 }
    const events = [
      { type: 'speech.audio.delta', audio: 'aa' },
      { type: 'speech.audio.done', usage },
    ]
    const tally = stream('openai-speech', 'text/event-stream', events.map(event).map(bytes))
    expect(tally).toMatchObject({ produced: true, finished: true, usageIsFinal: true, soundSeconds: null })
    expect(tally.usage).toEqual({ ...noUsage(), input: 14, audioOutput: 101, raw: usage })
  })
})

describe('a transcription', () => {
  const whole = (answer: object | string) =>
    observers['openai-transcriptions'].whole(typeof answer === 'string' ? answer : JSON.stringify(answer))

  test('reports tokens of sound and text', () => {
    const usage = {
      type: 'tokens',
      input_tokens: 14,
      input_token_details: { text_tokens: 4, audio_tokens: 10 },
      output_tokens: 5,
      total_tokens: 19,
    }
    expect(whole({ text: 'Good morning.', usage }).usage).toEqual({
      ...noUsage(),
      input: 4,
      audioInput: 10,
      output: 5,
      raw: usage,
    })
  })

  test.each([
    ['as its usage', { text: 'Good morning.', usage: { type: 'duration', seconds: 90 } }],
    ['beside the text', { text: 'Good morning.', duration: 89.6, segments: [] }],
  ])('reports seconds %s', (_where, answer) => {
    expect(whole(answer)).toMatchObject({
      usage: { audioInput: 1500 },
      usageIsFinal: true,
      produced: true,
      error: null,
    })
  })

  test('may be plain text or subtitles', () => {
    const subtitles = '1\n00:00:00,000 --> 00:00:01,000\nGood morning.\n'
    expect(whole(subtitles)).toMatchObject({ usage: null, produced: true, finished: true, error: null })
  })

  test('streams to its last event', () => {
    const events = [
      { type: 'transcript.text.delta', delta: 'Good ' },
      { type: 'transcript.text.done', text: 'Good morning.', usage: { input_tokens: 14, output_tokens: 5 } },
    ]
    const tally = stream('openai-transcriptions', 'text/event-stream', events.map(event).map(bytes))
    expect(tally).toMatchObject({ usage: { input: 14, output: 5 }, usageIsFinal: true, finished: true })
  })

  test('that failed is an error', () => {
    expect(whole({ error: { message: 'Too long' } }).error?.message).toBe('Too long')
  })
})

describe('a reranking', () => {
  const results = [{ index: 1, relevance_score: 0.9 }]

  test.each([
    ['as Jina does', { results, usage: { total_tokens: 38 } }, { usage: { input: 38 }, units: null }],
    [
      'as SiliconFlow does',
      { results, meta: { tokens: { input_tokens: 38, output_tokens: 0 } } },
      { usage: { input: 38 } },
    ],
    ['as Cohere does', { results, meta: { billed_units: { search_units: 2 } } }, { usage: null, units: 2 }],
  ])('reports %s', (_how, answer, told) => {
    expect(observers.rerank.whole(JSON.stringify(answer))).toMatchObject({ produced: true, error: null, ...told })
  })
})
