import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { countFrames } from './frames.ts'
import { passedSeconds, soundSeconds } from './length.ts'

const bytes = (...pieces: (string | number | number[])[]): Buffer =>
  Buffer.concat(
    pieces.map(piece => (typeof piece === 'string' ? Buffer.from(piece, 'latin1') : Buffer.from([piece].flat()))),
  )

/** A sound as it passes, cut into pieces of so many bytes. */
function passed(sound: Buffer, pieceBytes = 1_000): number {
  const frames = countFrames()
  for (let at = 0; at < sound.length; at += pieceBytes) frames.push(sound.subarray(at, at + pieceBytes))
  return passedSeconds(sound.subarray(0, 4_096), sound.length, frames)
}

/** A minute of speech: 16,000 samples a second of 16 bits, under a head with the given claims. */
function wav({ code = 1, channels = 1, rate = 16_000, bytesPerSecond = 32_000, bits = 16, data = 0 }): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF')
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(code, 20)
  head.writeUInt16LE(channels, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(bytesPerSecond, 28)
  head.writeUInt16LE(bits, 34)
  head.write('data', 36)
  head.writeUInt32LE(data, 40)
  return Buffer.concat([head, Buffer.alloc(60 * 32_000)])
}

describe('a WAV', () => {
  test('is as long as its samples, whatever it claims of its length and of its bytes a second', () => {
    const claims = fc.record({ bytesPerSecond: fc.nat(0xffff_ffff), data: fc.nat(0xffff_ffff) })
    fc.assert(
      fc.property(claims, claim => expect(passed(wav(claim), 100_000)).toBeCloseTo(60, 5)),
      { seed: 7, numRuns: 50, examples: [[{ bytesPerSecond: 0xffff_ffff, data: 0 }]] },
    )
  })

  test('of impossible samples is no shorter than the most anybody records', () => {
    const sound = wav({ rate: 0xffff_ffff, channels: 0xffff, bits: 0xffff })
    expect(passed(sound)).toBeGreaterThan((60 * 32_000) / (96_000 * 8 * 4) - 0.001)
  })

  test('of an unknown packing is no faster than speech', () => {
    expect(passed(wav({ code: 0x55, bytesPerSecond: 0xffff_ffff }))).toBeGreaterThanOrEqual(60)
  })

  test('with another chunk before its shape is read all the same', () => {
    const plain = wav({})
    const junk = bytes('JUNK', [6, 0, 0, 0], [0, 0, 0, 0, 0, 0])
    expect(passed(Buffer.concat([plain.subarray(0, 12), junk, plain.subarray(12)]))).toBeCloseTo(60, 3)
  })
})

/** Frames of MPEG-2, layer III, 8 kbit/s, 16,000 samples a second: 36 milliseconds each in 36 bytes. */
const slowFrame = bytes([0xff, 0xf3, 0x18, 0xc4], Array(32).fill(0))
/** One of 320 kbit/s, 44,100 samples a second. */
const fastFrame = bytes([0xff, 0xfb, 0xe0, 0x00], Array(1_040).fill(0))
const minute = Buffer.concat(Array(1_667).fill(slowFrame))

describe('an MP3', () => {
  test.each([1, 7, 1_000, 100_000])('is as long as its frames, cut every %d bytes', pieceBytes => {
    expect(passed(minute, pieceBytes)).toBeCloseTo(60, 1)
  })

  test('whose first frame claims a high rate is as long all the same', () => {
    const sound = Buffer.concat([fastFrame, minute])
    expect(soundSeconds(sound, sound.length)).toBeLessThan(2)
    expect(passed(sound)).toBeCloseTo(60, 0)
  })

  test('behind a tag, and with rubbish between its frames, is as long', () => {
    const tag = bytes('ID3', [4, 0, 0, 0, 0, 0, 10], Array(10).fill(0xff))
    const rubbish = Buffer.from('rubbish')
    expect(passed(Buffer.concat([tag, minute.subarray(0, 3_600), rubbish, minute.subarray(3_600)]))).toBeCloseTo(60, 0)
  })

  test('that is all tag by its head counts as sound', () => {
    const sound = Buffer.concat([bytes('ID3', [4, 0, 0, 0x7f, 0x7f, 0x7f, 0x7f]), minute])
    expect(passed(sound)).toBeGreaterThan(1)
  })
})

/** A page of Opus: 50 packets of 20 milliseconds, three bytes each. */
const opusPage = bytes('OggS', [0, 0], Array(20).fill(0), 50, Array(50).fill(3), Array(50).fill([0x48, 1, 2]).flat())

test('Opus in Ogg is as long as its packets, whatever its pages claim', () => {
  const sound = Buffer.concat(Array(60).fill(opusPage))
  for (const pieceBytes of [5, 1_000, 100_000]) expect(passed(sound, pieceBytes)).toBeCloseTo(60, 3)
})

/** A frame of FLAC: 4,096 samples at 16,000 a second, its head's check sum right. */
const flacFrame = bytes([0xff, 0xf8, 0xc5, 0x08, 0x00], 0x00, Array(40).fill(0x55))
flacFrame[5] = crc8(flacFrame.subarray(0, 5))

function crc8(head: Uint8Array): number {
  let sum = 0
  for (const byte of head) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = ((sum << 1) ^ (sum & 0x80 ? 7 : 0)) & 0xff
  }
  return sum
}

test('a FLAC is as long as its frames, whatever its head claims', () => {
  const head = bytes('fLaC', Array(14).fill(0), [0x0a, 0xc4, 0x42, 0xf0, 0, 0, 0, 1], Array(16).fill(0))
  const sound = Buffer.concat([head, ...Array(234).fill(flacFrame)])
  for (const pieceBytes of [1, 1_000, 100_000]) expect(passed(sound, pieceBytes)).toBeCloseTo(59.9, 1)
})

test('sound of unknown kinds, and of none, is of the usual rate', () => {
  expect(passed(Buffer.alloc(8_000, 1))).toBe(1)
  expect(passed(Buffer.alloc(0))).toBe(0)
})
