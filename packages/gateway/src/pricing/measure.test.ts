import { describe, expect, test } from 'bun:test'
import { speechCharacters, transcriptionTokens } from '../metering/sound-tokens.ts'
import { imageCallRatios } from '../protocols/openai-images/image-call.ts'
import { estimateInput } from '../usage/estimate-input.ts'
import { measure } from './measure.ts'

describe('the measure of a body', () => {
  const file = 'A'.repeat(40_000)
  const image = Buffer.from(`\x89PNG${'x'.repeat(2_000)}`, 'latin1').toString('base64')
  const sound = Buffer.from(`RIFF....WAVE${'x'.repeat(2_000)}`).toString('base64')
  const nothing = { images: 0, soundCharacters: 0, fileCharacters: 0 }
  test.each([
    ['text', JSON.stringify({ text: '好'.repeat(10_000) }), { ...nothing, textBytes: 30_011 }],
    ['a data URL', `{"url":"data:image/png;base64,${image}"}`, { ...nothing, textBytes: 32, images: 1 }],
    ['a file', `{"source":{"data": "${file}"}}`, { ...nothing, textBytes: 23, fileCharacters: 40_000 }],
    ['a sound', `{"data":"${sound}"}`, { ...nothing, textBytes: 11, soundCharacters: sound.length }],
    ['two images', `{"a":{"data":"${image}"},"b":{"data":"${image}"}}`, { ...nothing, textBytes: 33, images: 2 }],
    ['a small image', '{"data":"iVBORw0KGgo="}', { ...nothing, textBytes: 11, images: 1 }],
    ['an image that never ends', `{"data":"${file}`, { ...nothing, textBytes: 40_009 }],
    ['a short word', '{"data":"AAAA"}', { ...nothing, textBytes: 15 }],
    ['a long word', `{"data":"${'A'.repeat(1_023)}"}`, { ...nothing, textBytes: 1_034 }],
    ['a short file', `{"data":"${'A'.repeat(1_024)}"}`, { ...nothing, textBytes: 11, fileCharacters: 1_024 }],
    ['no text', `{"data":{"of":"${file}"}}`, { ...nothing, textBytes: 40_018 }],
    ['no member', `{"is":"data","url":"${file}"}`, { ...nothing, textBytes: 40_022 }],
    ['a member in spaces', `{"data" :\n "${file}"}`, { ...nothing, textBytes: 14, fileCharacters: 40_000 }],
    [
      'a short one before',
      `{"data":"AAAA","b":{"data":"${file}"}}`,
      { ...nothing, textBytes: 31, fileCharacters: 40_000 },
    ],
    ['no text before', `{"data":1,"b":{"data":"${file}"}}`, { ...nothing, textBytes: 26, fileCharacters: 40_000 }],
    [
      'both spellings',
      `{"data":"${file}","url":"data:a/b;base64,${file}","c":{"data":"${file}"}}`,
      { ...nothing, textBytes: 52, fileCharacters: 120_000 },
    ],
    [
      'both spellings, the other way round',
      `{"url":"data:a/b;base64,${file}","data":"${file}"}`,
      { ...nothing, textBytes: 36, fileCharacters: 80_000 },
    ],
    [
      'a data URL in a member',
      `{"data":"data:a/b;base64,${file}"}`,
      { ...nothing, textBytes: 11, fileCharacters: 40_016 },
    ],
  ])('tells %s by its first bytes', (_, body, expected) => {
    expect(measure(body)).toEqual(expected)
  })
})

describe('a request nobody counted', () => {
  const request = (content: unknown) => JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] })
  const words = 'Count the carts that came in the night. '.repeat(50)

  test('comes to its texts and little more', () => {
    // 450 tokens of text by o200k_base
    expect(estimateInput(request(words))).toBeWithin(400, 520)
  })

  test('costs the same however its characters are escaped', () => {
    const escaped = request('守门人在黎明时分打开大门').replace(
      /[^\x20-\x7e]/g,
      c => `\\u${c.charCodeAt(0).toString(16)}`,
    )
    expect(estimateInput(escaped)).toBe(estimateInput(request('守门人在黎明时分打开大门')))
  })

  test('has a share for every image instead of its letters', () => {
    const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${'iVBORw0KGgo'.repeat(9_000)}` } }
    expect(estimateInput(request([image, image])) - estimateInput(request([]))).toBeWithin(3_000, 3_050)
    expect(estimateInput(`"data:image/png;base64,${'iVBORw0KGgo'.repeat(9_000)}"`)).toBe(1_500)
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
    { sizeRatio: 2, qualityRatio: 1 },
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
