import { AAC_RATES } from './aac-config.ts'
import type { FrameAt, SoundReader } from './frame.ts'

/** Kilobits per second by the frame's index: MPEG-1's layers, and its slower successors. */
const MPEG1 = {
  1: [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  2: [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  3: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
}
const SLOWER = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const MPEG2 = {
  1: [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  2: SLOWER,
  3: SLOWER,
}
/** Samples per second by version: MPEG-2.5, none, MPEG-2, MPEG-1. */
const RATES = [[11_025, 12_000, 8_000], [], [22_050, 24_000, 16_000], [44_100, 48_000, 32_000]]
const LAYERS = [undefined, 3, 2, 1] as const

/** MPEG audio, or AAC in ADTS frames. A tag before the first frame is skipped. */
export function mp3(): SoundReader {
  let isTagged = true
  return {
    lead: 0xff,
    frameAt(bytes, at) {
      if (isTagged && bytes.length - at < 10) return 'more'
      isTagged &&= isTag(bytes, at)
      return isTagged ? { bytes: 10 + synchsafe(bytes, at + 6), seconds: 0, isSkipped: true } : mp3FrameAt(bytes, at)
    },
  }
}

/** A frame of either kind. */
export const mp3FrameAt: FrameAt = (bytes, at) => {
  if (bytes.length - at < 10) return 'more'
  const second = bytes[at + 1] ?? 0
  const third = bytes[at + 2] ?? 0
  if (bytes[at] !== 0xff || second < 0b1110_0000) return null
  if ((second & 0b1111_0110) === 0b1111_0000) return adtsFrameAt(bytes, at)
  const layer = LAYERS[(second >> 1) & 0b11]
  const version = (second >> 3) & 0b11
  const rate = RATES[version]?.[(third >> 2) & 0b11]
  if (!layer || !rate) return null
  const kilobits = (version === 3 ? MPEG1 : MPEG2)[layer][third >> 4]
  if (!kilobits) return null
  const samples = layer === 1 ? 384 : layer === 3 && version !== 3 ? 576 : 1152
  const unit = layer === 1 ? 4 : 1
  const padding = (third >> 1) & 1
  const length = (Math.floor((samples * kilobits * 1_000) / 8 / rate / unit) + padding) * unit
  return { bytes: Math.max(length, 4), seconds: samples / rate }
}

const isTag = (bytes: Buffer, at: number): boolean =>
  bytes[at] === 0x49 && bytes[at + 1] === 0x44 && bytes[at + 2] === 0x33

/** Four times seven bits. */
export const synchsafe = (head: Uint8Array, at: number): number =>
  [0, 1, 2, 3].reduce((value, index) => (value << 7) | ((head[at + index] ?? 0) & 0x7f), 0)

const adtsFrameAt: FrameAt = (bytes, at) => {
  const rate = AAC_RATES[((bytes[at + 2] ?? 0) >> 2) & 0xf]
  const length = (bytes.readUInt32BE(at + 3) >> 13) & 0x1fff
  const blocks = ((bytes[at + 6] ?? 0) & 0b11) + 1
  return rate && length >= 7 ? { bytes: length, seconds: (1_024 * blocks) / rate } : null
}
