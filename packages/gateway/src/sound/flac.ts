import type { FrameAt } from './frame.ts'

/** Samples a second by the code in a frame's head; 0: elsewhere. https://www.rfc-editor.org/rfc/rfc9639, 9.1.2 */
const RATES = [0, 88_200, 176_400, 192_000, 8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000]
/** Where the file's head alone says it: what most have. */
const USUAL_RATE = 44_100
const LONGEST_HEAD = 17
/** A frame's head and its end: where the next may begin at the earliest. */
const SHORTEST_FRAME = 9

/** A frame of FLAC, told from chance by the check sum of its head. It does not say how long it is in bytes. */
export const flacFrameAt: FrameAt = (bytes, at) => {
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
  let rate = RATES[rateCode] || USUAL_RATE
  if (rateCode === 12) rate = (bytes[end++] ?? 0) * 1_000
  else if (rateCode > 12) {
    rate = bytes.readUInt16BE(end) * (rateCode === 14 ? 10 : 1)
    end += 2
  }
  if (rate === 0 || checkSum(bytes, at, end) !== bytes[end]) return null
  return { bytes: SHORTEST_FRAME, seconds: samples / rate }
}

/** As UTF-8 writes numbers, up to seven bytes. */
const codedNumberBytes = (first: number): number => Math.max(1, Math.min(7, Math.clz32(~(first << 24))))

/** CRC-8, polynomial 0x07. */
function checkSum(bytes: Buffer, start: number, end: number): number {
  let sum = 0
  for (let at = start; at < end; at++) {
    sum ^= bytes[at] ?? 0
    for (let bit = 0; bit < 8; bit++) sum = ((sum << 1) ^ (sum & 0x80 ? 0x07 : 0)) & 0xff
  }
  return sum
}
