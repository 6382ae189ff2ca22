import { expect, test } from 'bun:test'
import type { LoggedLine } from '@tollgate/contract'
import { noUsage } from '../canonical/usage.ts'
import { loggedMeasures, loggedUsage } from './logged-usage.ts'
import type { Price } from './price.ts'
import { UNPRICED } from './price-of.ts'

const line = (name: string, count: number, of?: string) => ({ line: name, count, of, usd: 1, per: 'unit' }) as never // no more is read
const measured = (lines: readonly LoggedLine[], price: Price = UNPRICED) => {
  const { characters, ...others } = loggedMeasures(lines, price)
  return { ...others, characters: characters?.() }
}
const none = { callCount: 1, soundSeconds: 0, characters: 0 }

test('a row without counts was charged for nothing', () => {
  expect(loggedUsage({})).toEqual(noUsage())
  expect(
    loggedUsage({ text_input: 1, audio_output: 2, tool_calls: [{ name: 'web_search', count: 3, price: 10 }] }),
  ).toEqual({ ...noUsage(), input: 1, audioOutput: 2, toolCalls: { web_search: 3 } })
})

test('lines show what else was counted', () => {
  expect(measured([])).toEqual(none)
  expect(measured([line('call', 3), line('characters', 40), line('sound', 7)])).toEqual({
    callCount: 3,
    characters: 40,
    soundSeconds: 7,
  })
})

test('a video has a resolution if its line names one, and sound if it says so', () => {
  const video = (of?: string) => measured([line('video', 5, of)]).video
  expect(video()).toEqual({ seconds: 5, resolution: null, sound: false })
  expect(video('sound')).toEqual({ seconds: 5, resolution: null, sound: true })
  expect(video('1080p')).toEqual({ seconds: 5, resolution: '1080p', sound: false })
  expect(video('1080p sound')).toEqual({ seconds: 5, resolution: '1080p', sound: true })
})

test('an image has a size and quality; a single word is its size if the price has that size', () => {
  const sized = { kind: 'document', images: [{ size: '1024x1024', usd: 1 }] } as unknown as Price
  const image = (of: string, price?: Price) => measured([line('image', 2, of)], price)
  expect(image('1024x1024 high')).toMatchObject({ callCount: 2, image: { size: '1024x1024', quality: 'high' } })
  expect(image('1024x1024', sized).image).toEqual({ size: '1024x1024', quality: undefined })
  expect(image('high', sized).image).toEqual({ size: undefined, quality: 'high' })
  expect(image('high').image).toEqual({ size: undefined, quality: 'high' })
})
