import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { noUsage } from '../canonical/usage.ts'
import { TOKENS_OF_IMAGE } from '../observers/media.ts'
import { newTally, type Tally } from '../observers/tally.ts'
import { dialects, observers } from '../protocols/index.ts'
import { tallyEvents } from '../response-pipeline/tally-events.ts'
import { charge } from './charge.ts'
import { consumedBy } from './consumed-by.ts'
import { planHold } from './holds/index.ts'
import { GENEROUS } from './model-limits.ts'
import type { Price } from './price.ts'
import { UNPRICED } from './price-of.ts'
import { awaitsUsage } from './unseen.ts'

const runs = { seed: 25, numRuns: 300 }
const call = {
  model: 'm',
  text: '{}',
  member: () => undefined,
  inputTokens: () => 7,
  maxTokens: undefined,
  choices: 1,
  soundSeconds: 0,
}
/** One quota per token of text, ten per token of image or sound. */
const DEAR = { imageRatio: 1, imageCompletionRatio: 10, audioRatio: 1, audioCompletionRatio: 10 }
const price = { ...UNPRICED, ...DEAR, modelRatio: 1, completionRatio: 1 } as Price
const terms = { price, groupRatio: 1, quotaPerUnit: 500_000 }

type Format = 'gemini' | 'openai-chat' | 'openai-responses' | 'gemini-interactions'
type Kind = 'imageOutput' | 'audioOutput'

const SECOND = 'A'.repeat(64_000)
const SECOND_TOKENS = 25
const chunk = (delta: object, more: object = {}) => ({ choices: [{ index: 0, delta, finish_reason: null }], ...more })
const inline = (mimeType: string, data: string) => ({
  candidates: [{ content: { role: 'model', parts: [{ inlineData: { mimeType, data } }] } }],
})
/** How each format returns an image, or a second of sound, and text. */
const SHOWN: [format: Format, kind: Kind, shown: object, text: object][] = [
  [
    'gemini',
    'imageOutput',
    inline('image/png', 'AAAA'),
    { candidates: [{ content: { parts: [{ text: 'Here it is.' }] } }] },
  ],
  [
    'gemini',
    'audioOutput',
    inline('audio/L16;codec=pcm;rate=24000', SECOND),
    { candidates: [{ content: { parts: [{ text: 'Listen.' }] } }] },
  ],
  [
    'openai-chat',
    'imageOutput',
    chunk({ images: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }] }),
    chunk({ content: 'Here it is.' }),
  ],
  [
    'openai-chat',
    'audioOutput',
    chunk({ audio: { id: 'a', data: SECOND } }),
    chunk({ audio: { transcript: 'Listen.' } }),
  ],
  [
    'openai-responses',
    'audioOutput',
    { type: 'response.output_audio.delta', delta: SECOND },
    { type: 'response.output_text.delta', delta: 'Listen.' },
  ],
  [
    'gemini-interactions',
    'imageOutput',
    { event_type: 'step.delta', delta: { type: 'image', mime_type: 'image/png', data: 'AAAA' } },
    { event_type: 'step.delta', delta: { type: 'text', text: 'Here it is.' } },
  ],
]

/** The counts of all output, divided or not, as in the last event of a stream. */
function report(format: Format, output: number, kind: Kind, ofKind: number, isDivided: boolean): object {
  const word = kind === 'imageOutput' ? 'image' : 'audio'
  if (format === 'gemini')
    return {
      candidates: [{ finishReason: 'STOP' }],
      usageMetadata: {
        promptTokenCount: 7,
        candidatesTokenCount: output,
        totalTokenCount: 7 + output,
        ...(isDivided && { candidatesTokensDetails: [{ modality: word.toUpperCase(), tokenCount: ofKind }] }),
      },
    }
  return {
    choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
    usage: {
      prompt_tokens: 7,
      completion_tokens: output,
      ...(isDivided && { completion_tokens_details: { [`${word}_tokens`]: ofKind } }),
    },
  }
}

function seen(format: Format, events: readonly object[]): Readonly<Tally> {
  const observer = observers[format].stream({ hideUsage: false })
  for (const event of events) observer.push(Buffer.from(`data: ${JSON.stringify(event)}\n\n`))
  return observer.tally
}

const usageOf = (charged: 'seen' | 'so_far' | 'reported', format: Format, tally: Readonly<Tally>) =>
  consumedBy(charged, { format, call, tally, limits: GENEROUS }).usage

const tokensOf = (kind: Kind, pieces: number) => pieces * (kind === 'imageOutput' ? TOKENS_OF_IMAGE : SECOND_TOKENS)

/** A stream with at least one image or second of sound, in any order with text. */
const stream = fc.record({
  how: fc.constantFrom(...SHOWN),
  pieces: fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }).filter(pieces => pieces.includes(true)),
})
const eventsOf = ([, , shown, text]: (typeof SHOWN)[number], pieces: readonly boolean[]) =>
  pieces.map(isShown => (isShown ? shown : text))

describe('images and sound in an answer', () => {
  test('cost their own price if their client leaves before they are counted, and are waited for', () => {
    fc.assert(
      fc.property(stream, ({ how, pieces }) => {
        const [format, kind] = how
        const tally = seen(format, eventsOf(how, pieces))
        const tokens = tokensOf(kind, pieces.filter(Boolean).length)
        const usage = usageOf('seen', format, tally)
        expect(usage[kind]).toBe(tokens)
        expect(charge(terms, { usage }).quota).toBeGreaterThanOrEqual(10 * tokens)
        expect(awaitsUsage(tally, 'never')).toBe(true)
      }),
      runs,
    )
  })

  test('are as reported, if the report divides its output', () => {
    const counted = fc.record({ text: fc.integer({ min: 50, max: 500 }), media: fc.integer({ min: 1, max: 9_000 }) })
    const both = fc.constantFrom(...SHOWN.filter(([format]) => format === 'gemini' || format === 'openai-chat'))
    fc.assert(
      fc.property(both, counted, fc.boolean(), (how, { text, media }, isDivided) => {
        const [format, kind] = how
        const tally = seen(format, [
          ...eventsOf(how, [false, true]),
          report(format, text + media, kind, media, isDivided),
        ])
        const usage = usageOf('reported', format, tally)
        expect(usage.output + usage[kind]).toBe(text + media)
        expect(awaitsUsage(tally, 'never')).toBe(false)
        if (isDivided) expect(usage[kind]).toBe(media)
        else expect(usage[kind]).toBe(Math.floor(Math.min(tokensOf(kind, 1), text + media - tally.outputTokens)))
      }),
      runs,
    )
  })

  test('are not counted twice if the host counts along', () => {
    const [how] = SHOWN as [(typeof SHOWN)[number]]
    const usageMetadata = {
      promptTokenCount: 7,
      candidatesTokenCount: 1_300,
      candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 1_290 }],
      totalTokenCount: 1_307,
    }
    const tally = seen('gemini', [{ ...how[2], usageMetadata }])
    expect(usageOf('so_far', 'gemini', tally)).toMatchObject({ output: 10, imageOutput: 1_290 })
    expect(awaitsUsage(tally, 'never')).toBe(false)
    const another = seen('gemini', [{ ...how[2], usageMetadata }, how[2]])
    expect(usageOf('so_far', 'gemini', another)).toMatchObject({ output: 10, imageOutput: 1_290 + TOKENS_OF_IMAGE })
    expect(awaitsUsage(another, 'never')).toBe(true)
  })

  test('count the same in a converted answer', () => {
    for (const [format, kind, shown, text] of SHOWN) {
      if (format !== 'gemini' && format !== 'openai-chat') continue
      const converted = tallyEvents()
      const reader = dialects[format].readStream()
      for (const event of [text, shown])
        for (const one of reader.push({ event: null, data: JSON.stringify(event) })) converted.note(one)
      expect(usageOf('seen', 'openai-chat', converted.tally)[kind]).toBe(tokensOf(kind, 1))
    }
  })

  test('are zero in answers of text', () => {
    const said = SHOWN.filter(([, kind]) => kind === 'imageOutput')
    for (const [format, , , text] of said) expect(seen(format, [text]).media).toBeNull()
    expect(newTally().media).toBeNull()
    expect(noUsage()).toMatchObject({ imageOutput: 0, audioOutput: 0 })
  })
})

describe('a request that may ask for images or sound', () => {
  const cost = (format: 'openai-chat' | 'gemini', body: Record<string, unknown>) => {
    const text = JSON.stringify(body)
    const member = (name: string) => body[name]
    const asked = { ...call, text, member }
    const sized = { format, askedFormat: format, model: 'm', text, member, isStream: true, asked, limits: GENEROUS }
    const plan = planHold(sized, terms)
    return plan.cost(1_000) - plan.cost(0)
  }
  const messages = [{ role: 'user', content: 'Draw' }]
  const contents = [{ role: 'user', parts: [{ text: 'Draw' }] }]
  test.each<['openai-chat' | 'gemini', Record<string, unknown>]>([
    ['openai-chat', { messages, modalities: ['text', 'image'] }],
    ['openai-chat', { messages, modalities: ['text', 'audio'] }],
    ['openai-chat', { messages, Modalities: ['image'] }],
    ['openai-chat', { messages, response_modalities: ['image'] }],
    ['openai-chat', { messages, extra_body: { google: { response_modalities: ['IMAGE'] } } }],
    ['gemini', { contents, generationConfig: { responseModalities: ['IMAGE'] } }],
    ['gemini', { contents, generation_config: { response_modalities: ['AUDIO'] } }],
    ['gemini', { contents, generationConfig: { responseFormat: { image: {} } } }],
  ])('is held at the price of images or sound: %s %j', (format, body) => {
    expect(cost(format, body)).toBeGreaterThanOrEqual(10_000)
    expect(cost(format, format === 'gemini' ? { contents } : { messages })).toBeLessThan(1_100)
  })
})
