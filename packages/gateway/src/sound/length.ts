import { mp3FrameAt, synchsafe } from './mp3.ts'
import { isWav, wavSeconds } from './wav.ts'

/** This much of a sound's beginning is enough to measure it. */
export const HEAD_BYTES = 4_096

/**
 * Returns the seconds of speech from an upstream, given its first bytes: by its samples for WAV, by the first frame's
 * rate for MP3, otherwise by the usual rate of such files; a header can never make it shorter. `usualBytesPerSecond` is
 * for sound without a header.
 */
export function soundSeconds(head: Uint8Array, bytes: number, usualBytesPerSecond = SPOKEN): number {
  if (head.length === 0) return 0
  const kind = kinds.find(({ isIt }) => isIt(head))
  return kind ? kind.seconds(head, bytes) : bytes / usualBytesPerSecond
}

/** 16-bit samples, 24,000 a second: what speech models call `pcm`. */
export const PCM_BYTES_PER_SECOND = 48_000

const kilobits = (count: number): number => (count * 1_000) / 8
const SPOKEN = kilobits(64)

interface Kind {
  isIt(head: Uint8Array): boolean
  seconds(head: Uint8Array, bytes: number): number
}

const kinds: readonly Kind[] = [
  { isIt: isWav, seconds: (head, bytes) => wavSeconds(head, bytes, SPOKEN) },
  { isIt: head => text(head, 0, 4) === 'fLaC', seconds: flacSeconds },
  { isIt: head => text(head, 0, 3) === 'ID3' || isMp3Frame(head, 0), seconds: mp3Seconds },
  { isIt: head => text(head, 0, 4) === 'OggS', seconds: atRate(32) },
  { isIt: head => text(head, 4, 8) === 'ftyp', seconds: atRate(96) },
  { isIt: head => head[0] === 0x1a && head[1] === 0x45 && head[2] === 0xdf && head[3] === 0xa3, seconds: atRate(48) },
]

function atRate(kilobitsPerSecond: number): Kind['seconds'] {
  return (_head, bytes) => bytes / kilobits(kilobitsPerSecond)
}

const text = (head: Uint8Array, start: number, end: number): string => String.fromCharCode(...head.subarray(start, end))
const view = (head: Uint8Array): DataView => new DataView(head.buffer, head.byteOffset, head.byteLength)

/**
 * Returns the length in the header if the bytes allow it, because no FLAC is larger than its unpacked samples.
 * https://www.rfc-editor.org/rfc/rfc9639, 8.2: 20 bits of samples per second, 8 of their shape, 36 of their number.
 */
function flacSeconds(head: Uint8Array, bytes: number): number {
  const usual = bytes / kilobits(FLAC_USUALLY)
  if (head.length < 26) return usual
  const packed = view(head).getBigUint64(18)
  const rate = Number(packed >> 44n)
  const bytesPerFrame = ((Number((packed >> 41n) & 7n) + 1) * (Number((packed >> 36n) & 31n) + 1)) / 8
  const samples = Number(packed & 0xf_ffff_ffffn)
  if (rate === 0 || samples === 0) return usual
  return Math.max(samples / rate, bytes / Math.min(rate * bytesPerFrame, MOST_BYTES_PER_SECOND))
}

const FLAC_USUALLY = 400
/** 96,000 samples of 24 bits, in stereo: no speech has more. */
const MOST_BYTES_PER_SECOND = 96_000 * 3 * 2

const MP3_USUALLY = 128

function mp3Seconds(head: Uint8Array, bytes: number): number {
  const start = text(head, 0, 3) === 'ID3' ? 10 + synchsafe(head, 6) : 0
  const frame = start + 10 <= head.length ? mp3FrameAt(Buffer.from(head), start) : null
  const bytesPerSecond =
    frame && frame !== 'more' && frame.seconds ? frame.bytes / frame.seconds : kilobits(MP3_USUALLY)
  // a tag that claims to be the whole file counts as sound
  return (start < bytes ? bytes - start : bytes) / bytesPerSecond
}

const isMp3Frame = (head: Uint8Array, at: number): boolean =>
  head[at] === 0xff && ((head[at + 1] ?? 0) & 0b1110_0110) === 0b1110_0010
