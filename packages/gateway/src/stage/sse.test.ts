import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { joinFrames, type SseFrame, splitSse } from './sse.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const textOf = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

function split(chunks: Uint8Array[], maximumBytes?: number): SseFrame[] {
  const splitter = splitSse(maximumBytes)
  return [...chunks.flatMap(chunk => splitter.push(chunk)), ...splitter.end()]
}

const fieldsOf = (text: string) => split([bytesOf(text)]).map(({ event, data }) => ({ event, data }))

describe('a frame', () => {
  test.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('may end its lines with %s', (_name, end) => {
    expect(fieldsOf(`event: a${end}data: 1${end}${end}data: 2${end}${end}`)).toEqual([
      { event: 'a', data: '1' },
      { event: null, data: '2' },
    ])
  })

  test('joins its data lines and removes at most one space from each', () => {
    expect(fieldsOf('data:a\ndata:  b\ndata: c:d\ndata:\n\n')).toEqual([{ event: null, data: 'a\n b\nc:d\n' }])
  })

  test('of comments, other fields or nothing has no data', () => {
    expect(fieldsOf(': ping\n\nid: 7\nretry: 1\n\n\n')).toEqual(Array(3).fill({ event: null, data: null }))
  })

  test('is read after a byte order mark', () => {
    expect(fieldsOf('\ufeffdata: 1\n\n')).toEqual([{ event: null, data: '1' }])
  })

  test('without its blank line is emitted at the end', () => {
    const splitter = splitSse()
    expect(splitter.push(bytesOf('data: [DONE]\n'))).toEqual([])
    expect(splitter.end().map(frame => frame.data)).toEqual(['[DONE]'])
    expect(splitter.end()).toEqual([])
  })

  test('inside one chunk is not copied', () => {
    const chunk = bytesOf('data: 1\n\ndata: 2\n\n')
    expect(split([chunk]).map(frame => frame.bytes.buffer === chunk.buffer)).toEqual([true, true])
  })
})

test('a line of ten megabytes is a frame like any other', () => {
  const megabyte = bytesOf('x'.repeat(1024 * 1024))
  const frames = split([bytesOf('data: '), ...Array(10).fill(megabyte), bytesOf('\n\ndata: 2\n\n')])
  expect(frames.map(frame => [frame.data?.length, frame.isOversized])).toEqual([
    [10 * 1024 * 1024, false],
    [1, false],
  ])
})

test('a frame over the limit passes unread in pieces, and the next one is read again', () => {
  const chunks = ['data: 1234', '5678', '90\ndata: x', '\n\nda', 'ta: 2\n\n'].map(bytesOf)
  const frames = split(chunks, 12)
  expect(frames.map(frame => [textOf(frame.bytes), frame.data, frame.isOversized])).toEqual([
    ['data: 12345678', null, true],
    ['90\ndata: x', null, true],
    ['\n\n', null, true],
    ['data: 2\n\n', '2', false],
  ])
})

test('the end of a frame over the limit is not read, even if it looks like a frame', () => {
  const frames = split([': 1234567890\n', 'data: 1\n\n', 'data: 2\n\n'].map(bytesOf), 12)
  expect(frames.map(({ data }) => data)).toEqual([null, null, '2'])
})

test('adjacent frames of a chunk are joined without a copy, others are copied', () => {
  const chunk = bytesOf('data: 1\n\ndata: 2\n\ndata: 3\n\n')
  const [one, two, three] = split([chunk]) as [SseFrame, SseFrame, SseFrame]
  expect(joinFrames([one, two, three])).toBe(chunk)
  expect(joinFrames([two, three])?.buffer).toBe(chunk.buffer)
  expect(textOf(joinFrames([one, three]) ?? bytesOf(''))).toBe('data: 1\n\ndata: 3\n\n')
  expect(joinFrames([])).toBeNull()
})

test('chunk boundaries do not matter, and no byte is lost', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'data:',
      'data: ',
      'event: ',
      ':',
      '\n',
      '\r',
      '\r\n',
      '\n\n',
      '\r\n\r\n',
      '\r\r',
      '{"é":"漢🙂"}',
      '\ufeff',
    ),
    fc.string({ unit: 'grapheme', maxLength: 5 }),
  )
  const stream = fc.array(piece, { maxLength: 20 }).map(pieces => bytesOf(pieces.join('')))
  fc.assert(
    fc.property(stream, fc.infiniteStream(fc.integer({ min: 1, max: 7 })), (bytes, lengths) => {
      const chunks: Uint8Array[] = []
      for (let at = 0; at < bytes.length; ) {
        const length = lengths.next().value
        chunks.push(bytes.subarray(at, at + length))
        at += length
      }
      const cut = split(chunks)
      expect(Buffer.concat(cut.map(frame => frame.bytes))).toEqual(Buffer.from(bytes))
      const told = (frames: SseFrame[]) =>
        frames.map(({ event, data }) => ({ event, data })).filter(({ data }) => data !== null)
      expect(told(cut)).toEqual(told(split([bytes])))
    }),
    { seed: 20260801, numRuns: 500 },
  )
})

describe('the work is proportional to the bytes', () => {
  test.each([
    ['bare newlines', '\n'],
    ['bare CRLF', '\r\n'],
    ['comments', ': ping\n\n'],
    ['bare colons', ':\n'],
  ])('a chunk of only %s is one frame', (_what, piece) => {
    const bytes = bytesOf(piece.repeat(10_000))
    const splitter = splitSse()
    const frames = [...splitter.push(bytes), ...splitter.push(bytesOf('data: 1\n\n'))]
    expect(frames.length).toBeLessThanOrEqual(3)
    expect(frames.at(-1)?.data).toBe('1')
    expect(Buffer.concat(frames.map(frame => frame.bytes)).length).toBe(bytes.length + 9)
  })
})
