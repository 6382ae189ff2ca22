import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { ebmlOf, hourOfWebm, mp4Of, oggOf, opusPackets, webmOf } from './making.ts'
import { measureSound } from './measure.ts'

const bytes = (...pieces: (string | number | number[])[]): Buffer =>
  Buffer.concat(
    pieces.map(piece => (typeof piece === 'string' ? Buffer.from(piece, 'latin1') : Buffer.from([piece].flat()))),
  )

/** The measured length of a sound in chunks of this many bytes. */
function passed(sound: Buffer, pieceBytes = 1_000): number {
  const meter = measureSound()
  for (let at = 0; at < sound.length; at += pieceBytes) meter.push(sound.subarray(at, at + pieceBytes))
  return meter.seconds
}

describe('a recording is as long as its decoder finds', () => {
  test.each<[file: string, seconds: number]>([
    ['aac.aac', 2.048],
    ['aac.latm', 2.048],
    ['aac.m4a', 1.984],
    ['aac.mkv', 1.984],
    ['adpcm.wav', 2.041],
    ['amr.amr', 1.94],
    ['cbr8.mp3', 1.92],
    ['flac8.flac', 1.92],
    ['fragmented.mp4', 2.048],
    ['mp3.mkv', 1.984],
    ['opus.ogg', 1.984],
    ['opus.webm', 1.984],
    ['ulaw.wav', 1.92],
    ['vbr.mp3', 1.984],
    ['vorbis8000.ogg', 2],
  ])('%s', (file, seconds) => {
    const sound = readFileSync(join(import.meta.dirname, 'recordings', file))
    for (const pieceBytes of [7, 1_000, 1_000_000]) {
      const found = passed(sound, pieceBytes)
      expect(found).toBeGreaterThan(seconds - 0.06)
      expect(found).toBeLessThan(seconds + 0.25)
    }
  })

  test('and no shorter if it is cut, if its bytes are changed, or if its kind is not read', () => {
    const files = ['aac.m4a', 'aac.mkv', 'opus.mp4', 'opus.webm', 'opus.ogg', 'vorbis8000.ogg', 'vbr.mp3', 'aac.latm']
    const sounds = files.map(file => readFileSync(join(import.meta.dirname, 'recordings', file)))
    const changes = fc.array(fc.tuple(fc.nat(60_000), fc.nat(255)), { maxLength: 20 })
    fc.assert(
      fc.property(fc.constantFrom(...sounds), changes, fc.nat(60_000), (sound, changed, cut) => {
        const bytes = Buffer.from(sound.subarray(0, Math.max(100, cut % sound.length)))
        for (const [at, byte] of changed) bytes[at % bytes.length] = byte
        const found = passed(bytes, 777)
        expect(found).toBeGreaterThanOrEqual(0)
        expect(passed(bytes)).toBeCloseTo(found, 6)
      }),
      { seed: 12, numRuns: 300 },
    )
    const opus = readFileSync(join(import.meta.dirname, 'recordings', 'opus.mp4'))
    expect(passed(opus)).toBe(opus.length / 500)
  })
})

/** A minute of speech: 16-bit samples, 16,000 a second, under a header with the given claims. */
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
  test('is as long as its samples, whatever length and byte rate it claims', () => {
    const claims = fc.record({ bytesPerSecond: fc.nat(0xffff_ffff), data: fc.nat(0xffff_ffff) })
    fc.assert(
      fc.property(claims, claim => expect(passed(wav(claim), 100_000)).toBeCloseTo(60, 5)),
      { seed: 7, numRuns: 50, examples: [[{ bytesPerSecond: 0xffff_ffff, data: 0 }]] },
    )
  })

  test('with impossible samples is as long as its bytes could be', () => {
    const sound = wav({ rate: 0xffff_ffff, channels: 0xffff, bits: 0xffff })
    expect(passed(sound)).toBe(sound.length / 500)
    expect(passed(wav({ rate: 4e9 }))).toBe(sound.length / 500)
  })

  test('with an unknown encoding is as long as its bytes could be', () => {
    const sound = wav({ code: 0x55, bytesPerSecond: 0xffff_ffff })
    expect(passed(sound)).toBe(sound.length / 500)
  })

  test('with another chunk before its format is still read', () => {
    const plain = wav({})
    const junk = bytes('JUNK', [6, 0, 0, 0], [0, 0, 0, 0, 0, 0])
    expect(passed(Buffer.concat([plain.subarray(0, 12), junk, plain.subarray(12)]))).toBeCloseTo(60, 3)
  })
})

/** Frames of MPEG-2, layer III, 8 kbit/s, 16,000 samples a second: 36 milliseconds each in 36 bytes. */
const slowFrame = bytes([0xff, 0xf3, 0x18, 0xc4], Array(32).fill(0))
/** One frame of 320 kbit/s, 44,100 samples a second. */
const fastFrame = bytes([0xff, 0xfb, 0xe0, 0x00], Array(1_040).fill(0))
const minute = Buffer.concat(Array(1_667).fill(slowFrame))

describe('an MP3', () => {
  test.each([1, 7, 1_000, 100_000])('is as long as its frames, in chunks of %d bytes', pieceBytes => {
    expect(passed(minute, pieceBytes)).toBeCloseTo(60, 1)
  })

  test('whose first frame claims a high rate has the same length', () => {
    const sound = Buffer.concat([fastFrame, minute])
    expect(passed(sound)).toBeCloseTo(60, 0)
  })

  test('after a tag and with garbage between its frames has the same length', () => {
    const tag = bytes('ID3', [4, 0, 0, 0, 0, 0, 10], Array(10).fill(0xff))
    const rubbish = Buffer.from('rubbish')
    expect(passed(Buffer.concat([tag, minute.subarray(0, 3_600), rubbish, minute.subarray(3_600)]))).toBeCloseTo(60, 0)
    const later = Buffer.concat([minute.subarray(0, 360), bytes('ID3', [4, 0, 0, 0x7f, 0x7f, 0x7f, 0x7f]), minute])
    expect(passed(later)).toBeGreaterThan(60)
  })

  test('that is one tag according to its head counts as sound', () => {
    const sound = Buffer.concat([bytes('ID3', [4, 0, 0, 0x7f, 0x7f, 0x7f, 0x7f]), minute])
    expect(passed(sound)).toBeGreaterThan(60)
  })
})

const packetsOfOpus = opusPackets(fc)

describe('Opus packets', () => {
  test('in Ogg last as long as they say, whatever position pages claim', () => {
    fc.assert(
      fc.property(
        packetsOfOpus,
        fc.integer({ min: 1, max: 3_000 }),
        fc.nat(),
        ({ packets, seconds }, piece, granule) => {
          expect(passed(oggOf(packets, granule), piece)).toBeCloseTo(seconds, 6)
        },
      ),
      { seed: 1, numRuns: 100 },
    )
  })

  const shapes = fc.record({
    lacing: fc.constantFrom('none', 'xiph', 'fixed', 'ebml'),
    isLive: fc.boolean(),
    isGrouped: fc.boolean(),
    times: fc.nat(),
    isPadded: fc.boolean(),
  } as const)

  test('in WebM last as long as they say, whatever time clusters claim', () => {
    fc.assert(
      fc.property(packetsOfOpus, shapes, fc.integer({ min: 1, max: 3_000 }), ({ packets, seconds }, shape, piece) => {
        const found = passed(webmOf(packets, shape), piece)
        expect(found).toBeGreaterThanOrEqual(seconds - 1e-6)
        // its track description is not sound, but only a few bytes
        expect(found).toBeLessThan(seconds * 1.01 + 0.5)
      }),
      { seed: 2, numRuns: 200 },
    )
  })

  test('make an hour of little more than a megabyte, which counts as at least 36 minutes with any claim', () => {
    const hour = hourOfWebm()
    expect(hour.length).toBeLessThan(3_000_000)
    expect(passed(hour, 65_536)).toBeCloseTo(3_600, -1)
  })

  test('that are compressed, or in an unknown or endless element, count as long as their bytes could be', () => {
    const packets = Array.from({ length: 500 }, () => Buffer.from([0x48, 1, 2]))
    for (const hidden of [
      webmOf(packets, { isPacked: true }),
      Buffer.concat([webmOf([], {}), ebmlOf(0x4dbb, webmOf(packets, {}))]),
      Buffer.concat([webmOf([], {}), Buffer.from([0xec, 0x08, 0xff, 0xff, 0xff, 0xff]), webmOf(packets, {})]),
    ])
      expect(passed(hidden)).toBeGreaterThan(hidden.length / 500 - 2)
  })
})

test('AAC in MP4 is as long as the frames in its index, whatever time it claims', () => {
  const shapes = fc.record({
    frames: fc.integer({ min: 0, max: 1_000_000 }),
    rateIndex: fc.integer({ min: 3, max: 11 }),
    duration: fc.nat(),
    isIndexLast: fc.boolean(),
    fragments: fc.array(fc.nat(10_000), { maxLength: 5 }),
  })
  const rates = [0, 0, 0, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000]
  fc.assert(
    fc.property(shapes, fc.integer({ min: 1, max: 3_000 }), (shape, piece) => {
      const frames = shape.fragments.reduce((sum, count) => sum + count, shape.frames)
      expect(passed(mp4Of(shape), piece)).toBeCloseTo((frames * 1_024) / (rates[shape.rateIndex] ?? 1), 3)
    }),
    { seed: 3, numRuns: 100 },
  )
})

/** A frame of FLAC: 4,096 samples at 16,000 a second, with a correct header checksum. */
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

test('a FLAC is as long as its frames, whatever length its head claims', () => {
  const packed = (rate: number): number[] => [(rate >> 12) & 0xff, (rate >> 4) & 0xff, ((rate & 0xf) << 4) | 2, 0xf0]
  const head = (rate: number) => bytes('fLaC', Array(14).fill(0), packed(rate), [0, 0, 0, 1], Array(16).fill(0))
  const sound = Buffer.concat([head(16_000), ...Array(234).fill(flacFrame)])
  for (const pieceBytes of [1, 1_000, 100_000]) expect(passed(sound, pieceBytes)).toBeCloseTo(59.9, 1)
  // of two rates the slower one counts
  expect(passed(Buffer.concat([head(96_000), ...Array(234).fill(flacFrame)]))).toBeCloseTo(59.9, 1)
  expect(passed(Buffer.concat([head(8_000), ...Array(234).fill(flacFrame)]))).toBeCloseTo(119.8, 1)
})

test('sound of unknown kinds is as long as its bytes could be', () => {
  expect(passed(Buffer.alloc(8_000, 1))).toBe(16)
  expect(passed(Buffer.alloc(0))).toBe(0)
})
