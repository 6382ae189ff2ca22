import type { FrameAt } from './frame.ts'

const PAGE_HEAD = 27
const FULL = 255
/** What begins Opus streams and says nothing. */
const HEADS = ['OpusHead', 'OpusTags']

/** A page of Ogg: what its Opus packets last together. Of other codecs nothing is told. */
export const oggPageAt: FrameAt = (bytes, at) => {
  if (bytes.length - at < PAGE_HEAD) return 'more'
  if (bytes.toString('latin1', at, at + 4) !== 'OggS') return null
  const segments = bytes[at + 26] ?? 0
  let packet = at + PAGE_HEAD + segments
  if (bytes.length < packet) return 'more'
  const lengths = bytes.subarray(at + PAGE_HEAD, packet)
  const end = lengths.reduce((sum, length) => sum + length, packet)
  if (bytes.length < end) return 'more'
  let seconds = 0
  // the first may be the rest of a packet that began on the page before
  let begins = ((bytes[at + 5] ?? 0) & 1) === 0
  for (const length of lengths) {
    if (begins && length > 0 && !HEADS.includes(bytes.toString('latin1', packet, packet + 8))) {
      seconds += packetSeconds(bytes[packet] ?? 0, bytes[packet + 1] ?? 0)
    }
    begins = length < FULL
    packet += length
  }
  return { bytes: end - at, seconds }
}

/** Milliseconds of a frame, by kind: SILK, both, CELT. https://www.rfc-editor.org/rfc/rfc6716, 3.1 */
const SILK = [10, 20, 40, 60]
const BOTH = [10, 20]
const CELT = [2.5, 5, 10, 20]
const LONGEST_PACKET_MS = 120

function packetSeconds(first: number, second: number): number {
  const config = first >> 3
  const frameMs = config < 12 ? SILK[config % 4] : config < 16 ? BOTH[config % 2] : CELT[config % 4]
  const frames = [1, 2, 2, second & 0x3f][first & 0b11] ?? 1
  return Math.min((frameMs ?? 0) * frames, LONGEST_PACKET_MS) / 1_000
}
