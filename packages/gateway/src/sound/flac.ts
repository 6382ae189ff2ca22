import type { FrameAt, SoundReader } from './frame.ts'

/**
 * Samples per second by the code in a frame's header; 0: given elsewhere. https://www.rfc-editor.org/rfc/rfc9639, 9.1.2
 */
const RATES = [0, 88_200, 176_400, 192_000, 8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000]
const LONGEST_HEAD = 17
/** A frame's header and footer: the shortest distance to the next frame. */
const SHORTEST_FRAME = 9

const STREAM_HEAD = 42

/** Samples per second, from a stream's first bytes (`fLaC` and its description); null: they are something else. */
export function flacRate(head: Uint8Array): number | null {
  if (head.length < STREAM_HEAD) return null
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  return view.getUint32(18) >>> 12 || null
}

/** FLAC in its own container. */
export function flac(): SoundReader {
  let frameAt: FrameAt | undefined
  return {
    lead: 0xff,
    isOpenEnded: true,
    frameAt(bytes, at) {
      if (frameAt) return frameAt(bytes, at)
      if (bytes.length - at < STREAM_HEAD) return 'more'
      frameAt = flacFrames(flacRate(bytes.subarray(at)))
      return { bytes: STREAM_HEAD, seconds: 0 }
    },
  }
}

/**
 * A FLAC frame, recognized by its header's checksum. It does not give its length in bytes.
 *
 * @param ofStream samples per second in the stream's header; no frame counts as faster
 */
export const flacFrames =
  (ofStream: number | null): FrameAt =>
  (bytes, at) => {
    if (bytes.length - at < LONGEST_HEAD) return 'more'
    if (bytes[at] !== 0xff || ((bytes[at + 1] ?? 0) & 0xfe) !== 0xf8) return null
    const [, , codes = 0, shape = 0, number = 0] = bytes.subarray(at, at + 5)
    const [sizeCode, rateCode] = [codes >> 4, codes & 0xf]
    let end = at + 4 + codedNumberBytes(number)
    let samples = 0
    if (sizeCode === 0 || rateCode === 15 || (shape & 1) !== 0 || shape >> 4 > 10) return null
    if (sizeCode === 6) samples = (bytes[end++] ?? 0) + 1
    else if (sizeCode === 7) {
      samples = bytes.readUInt16BE(end) + 1
      end += 2
    } else samples = sizeCode === 1 ? 192 : sizeCode < 6 ? 576 << (sizeCode - 2) : 256 << (sizeCode - 8)
    let rate = RATES[rateCode] ?? 0
    if (rateCode === 12) rate = (bytes[end++] ?? 0) * 1_000
    else if (rateCode > 12) {
      rate = bytes.readUInt16BE(end) * (rateCode === 14 ? 10 : 1)
      end += 2
    }
    if (rateCode === 0) rate = ofStream ?? 0
    if (checkSum(bytes, at, end) !== bytes[end]) return null
    const slowest = Math.min(rate || Number.POSITIVE_INFINITY, ofStream ?? Number.POSITIVE_INFINITY)
    return { bytes: SHORTEST_FRAME, seconds: Number.isFinite(slowest) ? samples / slowest : null }
  }

/** Numbers are coded as in UTF-8, up to seven bytes. */
const codedNumberBytes = (first: number): number => Math.max(1, Math.min(7, Math.clz32(~(first << 24))))

/** CRC-8, polynomial 0x07. */
function checkSum(bytes: Buffer, start: number, end: number): number {
  let sum = 0
  for (let at = start; at < end; at++) sum = SUMS[sum ^ (bytes[at] ?? 0)] ?? 0
  return sum
}

const SUMS = Uint8Array.from({ length: 256 }, (_, byte) => {
  let sum = byte
  for (let bit = 0; bit < 8; bit++) sum = ((sum << 1) ^ (sum & 0x80 ? 0x07 : 0)) & 0xff
  return sum
})
