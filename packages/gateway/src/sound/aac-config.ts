import { type Bits, highFirst, whileBitsLast } from './bits.ts'

/** Samples per second by index. https://wiki.multimedia.cx/index.php/MPEG-4_Audio */
export const AAC_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
]
const RATE_FOLLOWS = 15
const LONGER_TYPE = 31
/** Object types whose frames have at most 1,024 samples of the first rate. */
const KNOWN_TYPES: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 6, 17, 19, 20, 21, 22, 23, 29, 39])
const FRAME_SAMPLES = 1_024

/** Seconds of an AAC frame, by its AudioSpecificConfig; null: it is of another kind. */
export const aacFrameSeconds = (config: Uint8Array): number | null =>
  whileBitsLast(() => readAacFrameSeconds(highFirst(config)))

/** The same for a config among other bits. */
export function readAacFrameSeconds(bits: Bits): number | null {
  const short = bits.read(5)
  const type = short === LONGER_TYPE ? 32 + bits.read(6) : short
  const index = bits.read(4)
  const rate = index === RATE_FOLLOWS ? bits.read(24) : (AAC_RATES[index] ?? 0)
  return rate > 0 && KNOWN_TYPES.has(type) ? FRAME_SAMPLES / rate : null
}
