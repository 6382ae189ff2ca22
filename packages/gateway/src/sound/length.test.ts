import { expect, test } from 'bun:test'
import { PCM_BYTES_PER_SECOND, soundSeconds } from './length.ts'

/** A sound's first bytes, from texts and numbers. */
const head = (...pieces: (string | number[])[]): Uint8Array =>
  Uint8Array.from(pieces.flatMap(piece => (typeof piece === 'string' ? [...piece].map(c => c.charCodeAt(0)) : piece)))

const zeros = (count: number): number[] => Array(count).fill(0)

test.each<[name: string, head: Uint8Array, bytes: number, seconds: number]>([
  [
    'a WAV is of the rate its samples have',
    head('RIFF', zeros(4), 'WAVEfmt ', [16, 0, 0, 0], [1, 0, 1, 0], [0xc0, 0x5d, 0, 0], zeros(6), [16, 0], zeros(8)),
    480_044,
    10,
  ],
  ['a FLAC says its samples', head('fLaC', zeros(14), [0x0a, 0xc4, 0x42, 0xf0, 0, 0x06, 0xba, 0xa8]), 9_999, 10],
  [
    'a FLAC of unknown length is of the usual rate',
    head('fLaC', zeros(14), [0x0a, 0xc4, 0x42, 0xf0, 0, 0, 0, 0]),
    50_000,
    1,
  ],
  ['an MP3 is of its first frame’s rate', head([0xff, 0xfb, 0x50, 0], zeros(8)), 79_620, 10],
  ['an MP3 of few samples has other rates', head([0xff, 0xf3, 0xc4, 0], zeros(8)), 160_000, 10],
  ['an MP3’s tag is no sound', head('ID3', [4, 0, 0, 0, 0, 0, 2], [1, 1], [0xff, 0xfb, 0x50, 0], zeros(8)), 79_632, 10],
  ['an MP3 with pictures before its sound is of the usual rate', head('ID3', [4, 0, 0, 0, 0, 0x4e, 0x16]), 170_016, 10],
  ['Opus in Ogg is spoken', head('OggS'), 40_000, 10],
  ['an MP4 is of the usual rate', head(zeros(4), 'ftypM4A '), 120_000, 10],
  ['a WebM is of the usual rate', head([0x1a, 0x45, 0xdf, 0xa3]), 60_000, 10],
  ['anything else is taken for speech', head([1, 2, 3]), 80_000, 10],
  ['nothing is silent', head(), 0, 0],
])('%s', (_name, head, bytes, seconds) => {
  expect(soundSeconds(head, bytes)).toBeCloseTo(seconds, 1)
})

test('raw samples have the requested rate', () => {
  expect(soundSeconds(head([9, 9]), 480_000, PCM_BYTES_PER_SECOND)).toBe(10)
})
