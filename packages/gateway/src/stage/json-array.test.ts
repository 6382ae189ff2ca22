import { describe, expect, test } from 'bun:test'
import type { Stage } from '../raw/stage.ts'
import { splitJsonArray, splitSseOrJsonArray } from './json-array.ts'
import type { SseFrame } from './sse.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

function run(stage: Stage<Uint8Array, SseFrame>, text: string, size: number): SseFrame[] {
  const bytes = bytesOf(text)
  const frames: SseFrame[] = []
  for (let at = 0; at < bytes.length; at += size) frames.push(...stage.push(bytes.subarray(at, at + size)))
  return [...frames, ...stage.end()]
}

const dataOf = (frames: SseFrame[]) => frames.flatMap(frame => frame.data ?? [])
const ARRAY = '[{"a": "} ] \\" é"}\r\n,\r\n{"b":[{"c":{}}]}\n]\n'

describe('a stream that is one JSON array', () => {
  test.each([1, 2, 3, 7, 1000])('is split into its elements, in chunks of %i bytes', size => {
    const frames = run(splitJsonArray(), ARRAY, size)
    expect(dataOf(frames)).toEqual(['{"a": "} ] \\" é"}', '{"b":[{"c":{}}]}'])
    expect(Buffer.concat(frames.map(frame => frame.bytes)).toString()).toBe(ARRAY)
  })

  test('cut off in the middle, yields the last element as far as it came', () => {
    expect(dataOf(run(splitJsonArray(), '[{"a":1},{"b":', 4))).toEqual(['{"a":1}', '{"b":'])
  })

  test('an element too long to hold passes in pieces, unread', () => {
    const frames = run(splitJsonArray(8), '[{"a":"0123456789"},{"b":1}]', 4)
    expect(frames.some(frame => frame.isOversized)).toBe(true)
    expect(dataOf(frames)).toEqual(['{"b":1}'])
  })
})

describe('the first bytes tell the two framings apart', () => {
  test.each([
    ['server-sent events', ' \n\ndata: {"a":1}\n\n', ['{"a":1}']],
    ['an array', '\n [{"a":1}]', ['{"a":1}']],
    ['an object alone', '{"error":{}}', ['{"error":{}}']],
    ['nothing', '  ', []],
  ])('%s', (_name, text, data) => {
    for (const size of [1, 100]) expect(dataOf(run(splitSseOrJsonArray(), text, size))).toEqual(data)
  })
})
