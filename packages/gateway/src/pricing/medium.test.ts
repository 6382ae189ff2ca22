import { describe, expect, test } from 'bun:test'
import { mediumOf } from './medium.ts'

const OUTSIDE = { kind: 'outside', count: 1 } as const
const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes as string).toString('base64')
const dataUrl = (type: string, bytes: Uint8Array | string) => `data:${type};base64,${base64(bytes)}`

const PNG = Buffer.from('\x89PNG and so on', 'latin1')
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0])
const WEBP = 'RIFFxxxxWEBPVP8 '

/** The head of a WAV file: sample encoding, samples per second, and bytes per sample. */
function wav({ code = 1, rate = 8_000, bytes = 1, format = 'WAVE', chunk = 'fmt ' } = {}): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.write(format, 8)
  head.write(chunk, 12)
  head.writeUInt16LE(code, 20)
  head.writeUInt32LE(rate, 24)
  head.writeUInt16LE(bytes, 32)
  return head
}
/** The head of a layer III frame, by the index of its rate. */
const mp3 = (rate: number, second = 0xfb) => Buffer.from([0xff, second, rate << 4, 0, 0, 0, 0, 0])
/** An ID3 tag of this many bytes, followed by something. */
const tagged = (bytes: number, behind: Buffer) =>
  Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, bytes >> 7, bytes & 127]), Buffer.alloc(bytes), behind])

describe('an image', () => {
  test.each([
    ['png', PNG],
    ['jpeg', JPEG],
    ['gif', 'GIF89a'],
    ['webp', WEBP],
  ])('of %s is one image, however long', (type, bytes) => {
    expect(mediumOf(dataUrl(`image/${type}`, bytes), null)).toEqual({ kind: 'image', count: 1 })
    expect(mediumOf(base64(bytes), 'image/*')).toEqual({ kind: 'image', count: 1 })
    expect(mediumOf(base64(bytes), `IMAGE/${type}`)).toEqual({ kind: 'image', count: 1 })
  })

  test('not bounded by its bytes or type may be anything', () => {
    expect(mediumOf(dataUrl('image/png', '%PDF-1.7'), null)).toEqual(OUTSIDE)
    expect(mediumOf(dataUrl('image/png', 'RIFFxxxxWAVE'), null)).toEqual(OUTSIDE)
    expect(mediumOf(dataUrl('image/tiff', PNG), null)).toEqual(OUTSIDE)
    expect(mediumOf(dataUrl('image/pngs', PNG), null)).toEqual(OUTSIDE)
    expect(mediumOf(base64(PNG), null)).toEqual(OUTSIDE)
  })
})

test('content outside the request may be anything, whatever its declared type', () => {
  for (const address of ['https://a/b.png', 'HTTPS://a/b.png', 'gs://a/b', 'file-123:4'])
    for (const declared of [null, 'image/png', 'audio/wav', 'text/plain'])
      expect(mediumOf(address, declared)).toEqual(OUTSIDE)
})

test('content declared as two types may be anything; declared twice as the same type it is that type', () => {
  expect(mediumOf(dataUrl('image/png', PNG), 'audio/wav')).toEqual(OUTSIDE)
  expect(mediumOf(dataUrl('image/png', PNG), 'application/pdf')).toEqual(OUTSIDE)
  expect(mediumOf(dataUrl('', PNG), 'image/png')).toEqual(OUTSIDE)
  expect(mediumOf(dataUrl('image/png', PNG), 'image/*')).toEqual({ kind: 'image', count: 1 })
})

describe('sound', () => {
  const soundOf = (bytes: Buffer) => mediumOf(dataUrl('audio/any', bytes), null)
  const isSound = (bytes: Buffer) => {
    const medium = soundOf(bytes)
    expect(medium).toEqual(medium.kind === 'sound' ? { kind: 'sound', count: base64(bytes).length } : OUTSIDE)
    return medium.kind === 'sound'
  }

  test('of uncompressed samples has at least 8,000 bytes a second', () => {
    expect([wav(), wav({ code: 3 }), wav({ rate: 4_000, bytes: 2 }), wav({ rate: 7_999 })].map(isSound)).toEqual([
      true,
      true,
      true,
      false,
    ])
  })

  test('of compressed samples, another kind of file or half a head may be anything', () => {
    const others = [wav({ code: 2 }), wav({ code: 17 }), wav({ format: 'WEBP' }), wav({ chunk: 'JUNK' })]
    expect([...others, wav().subarray(0, 35), Buffer.alloc(44)].map(isSound)).toEqual(Array(6).fill(false))
    expect(isSound(wav().subarray(0, 36))).toBe(true)
  })

  test('of MP3 has its rate in its first frame', () => {
    expect([1, 14, 0, 15].map(rate => isSound(mp3(rate)))).toEqual([true, true, false, false])
    // Layers I and II, and a non-frame.
    expect([0xff, 0xfd, 0x1b].map(second => isSound(mp3(5, second)))).toEqual([false, false, false])
    expect(isSound(Buffer.from([0xfe, 0xfb, 0x50, 0]))).toBe(false)
  })

  test('after a tag is recognized by what follows the tag, however long the tag is', () => {
    for (const length of [0, 1, 2, 3, 200, 5_000]) {
      expect(isSound(tagged(length, mp3(5)))).toBe(true)
      expect(isSound(tagged(length, Buffer.from('fLaC, and hours of it')))).toBe(false)
    }
    expect(isSound(tagged(0, mp3(5)).subarray(0, 9))).toBe(false)
  })
})

describe('text', () => {
  const textOf = (bytes: string, type = 'text/plain') => mediumOf(dataUrl(type, bytes), null)

  test('counts by its characters of base64', () => {
    expect(textOf('Hello\n\tworld\r\n')).toEqual({ kind: 'file', count: base64('Hello\n\tworld\r\n').length })
    for (const type of ['csv', 'markdown', 'md', 'html', 'xml', 'css', 'javascript'])
      expect(textOf('text', `text/${type};charset=utf-8`)).toEqual({ kind: 'file', count: 8 })
  })

  test('that does not begin like text, or is of a kind that may hold more, may be anything', () => {
    expect([textOf('%PDF-1.4'), textOf('a\0b'), textOf('PK\x03\x04'), textOf('x\x1fy')]).toEqual(Array(4).fill(OUTSIDE))
    expect([textOf('text', 'text/rtf'), textOf('text', 'application/pdf')]).toEqual([OUTSIDE, OUTSIDE])
  })
})
