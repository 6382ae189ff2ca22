import { describe, expect, test } from 'bun:test'
import { estimateInput } from './estimate-input.ts'
import { imageCallRatios } from './image-call.ts'
import { measure } from './measure.ts'
import { speechCharacters, transcriptionTokens } from './sound-tokens.ts'

describe('the measure of a body', () => {
  const medium = 'A'.repeat(40_000)
  test.each([
    ['text', JSON.stringify({ text: '好'.repeat(10_000) }), { textBytes: 30_011, mediaParts: 0 }],
    ['a data URL', `{"url":"data:image/png;base64,${medium}"}`, { textBytes: 32, mediaParts: 1 }],
    ['a data member', `{"source":{"type":"base64","data": "${medium}"}}`, { textBytes: 39, mediaParts: 1 }],
    ['two images', `{"a":{"data":"${medium}"},"b":{"data":"${medium}"}}`, { textBytes: 33, mediaParts: 2 }],
    ['an image that never ends', `{"data":"${medium}`, { textBytes: 40_009, mediaParts: 0 }],
    ['a short one', '{"data":"AAAA"}', { textBytes: 15, mediaParts: 0 }],
  ])('tells %s from media', (_, body, expected) => {
    expect(measure(body)).toEqual(expected)
  })
})

describe('a request nobody counted', () => {
  const ask = (content: unknown) => JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] })
  const words = 'Count the carts that came in the night. '.repeat(50)

  test('comes to its texts and little more', () => {
    // 450 tokens of text by o200k_base
    expect(estimateInput(ask(words))).toBeWithin(400, 520)
  })

  test('costs the same however its characters are escaped', () => {
    const escaped = ask('守门人在黎明时分打开大门').replace(/[^\x20-\x7e]/g, c => `\\u${c.charCodeAt(0).toString(16)}`)
    expect(estimateInput(escaped)).toBe(estimateInput(ask('守门人在黎明时分打开大门')))
  })

  test('has a share for every image instead of its letters', () => {
    const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${'iVBORw0KGgo'.repeat(9_000)}` } }
    expect(estimateInput(ask([image, image])) - estimateInput(ask([]))).toBeWithin(3_000, 3_050)
  })
})

test.each([
  [
    { model: 'dall-e-2', size: '256x256' },
    { sizeRatio: 0.4, qualityRatio: 1 },
  ],
  [{ model: 'dall-e-3' }, { sizeRatio: 1, qualityRatio: 1 }],
  [
    { model: 'dall-e-3', size: 'constructor' },
    { sizeRatio: 1, qualityRatio: 1 },
  ],
  [
    { model: 'dall-e-3', size: '1024x1024', quality: 'hd' },
    { sizeRatio: 1, qualityRatio: 2 },
  ],
  [
    { model: 'dall-e-3', size: '1792x1024', quality: 'hd' },
    { sizeRatio: 2, qualityRatio: 1.5 },
  ],
  [
    { model: 'gpt-image-1', size: '1792x1024', quality: 'hd' },
    { sizeRatio: 1, qualityRatio: 1 },
  ],
])('an image of %p multiplies the price by %p', (image, ratios) => {
  expect(imageCallRatios(image)).toEqual(ratios)
})

test('sound counts a thousand tokens a minute, its last second in full; speech counts characters', () => {
  expect([60, 59.2, 0.5].map(transcriptionTokens)).toEqual([1000, 1000, 17])
  expect(speechCharacters('añ😀')).toBe(3)
})
