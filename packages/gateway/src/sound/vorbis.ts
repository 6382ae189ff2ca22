import { type Bits, lowFirst, whileBitsLast } from './bits.ts'

/** What determines the length of Vorbis packets. */
export interface VorbisShape {
  rate: number
  /** Samples of its short and its long blocks. */
  blocks: readonly [short: number, long: number]
  /** Whether a mode's blocks are long. */
  isLong: readonly boolean[]
}

const MARK = 7

/**
 * Reads the first and the third header of a stream; null: they are something else. https://xiph.org/vorbis/doc/Vorbis_I_spec.html,
 * 4.2
 */
export function readVorbisShape(identification: Uint8Array, setup: Uint8Array): VorbisShape | null {
  return whileBitsLast(() => {
    const bits = lowFirst(identification, MARK)
    bits.skip(32)
    const channels = bits.read(8)
    const rate = bits.read(32)
    bits.skip(3 * 32)
    const blocks = [2 ** bits.read(4), 2 ** bits.read(4)] as const
    const isLong = rate > 0 && channels > 0 ? readModes(lowFirst(setup, MARK), channels) : null
    return isLong && { rate, blocks, isLong }
  })
}

/** Adds up the packets of a stream: each overlaps half of the one before it. */
export function vorbisCounter({ rate, blocks, isLong }: VorbisShape): (packet: Uint8Array) => number {
  let before: number | null = null
  const modeBits = bitsFor(isLong.length - 1)
  return packet => {
    const [first = 1, second = 0] = packet
    if ((first & 1) !== 0) return 0
    const mode = ((first | (second << 8)) >> 1) & (2 ** modeBits - 1)
    const samples = blocks[isLong[mode] === false ? 0 : 1]
    const seconds = before === null ? 0 : (before + samples) / 4 / rate
    before = samples
    return seconds
  }
}

const bitsFor = (number: number): number => (number <= 0 ? 0 : 32 - Math.clz32(number))

const repeat = (times: number, read: () => void): void => {
  for (let time = 0; time < times; time++) read()
}

/** Reads past everything before the modes, which say whether their blocks are long. */
function readModes(bits: Bits, channels: number): boolean[] | null {
  let isRead = true
  repeat(bits.read(8) + 1, () => {
    isRead &&= skipCodebook(bits)
  })
  if (!isRead) return null
  repeat(bits.read(6) + 1, () => bits.skip(16))
  repeat(bits.read(6) + 1, () => skipFloor(bits))
  repeat(bits.read(6) + 1, () => skipResidue(bits))
  repeat(bits.read(6) + 1, () => skipMapping(bits, channels))
  return Array.from({ length: bits.read(6) + 1 }, () => {
    const isLong = bits.read(1) === 1
    bits.skip(16 + 16 + 8)
    return isLong
  })
}

const CODEBOOK = 0x564342

function skipCodebook(bits: Bits): boolean {
  if (bits.read(24) !== CODEBOOK) return false
  const dimensions = bits.read(16)
  const entries = bits.read(24)
  const isOrdered = bits.read(1) === 1
  const isSparse = !isOrdered && bits.read(1) === 1
  if (isOrdered) {
    bits.skip(5)
    for (let entry = 0; entry < entries; ) {
      entry += bits.read(bitsFor(entries - entry))
    }
  } else if (isSparse) {
    repeat(entries, () => {
      if (bits.read(1) === 1) bits.skip(5)
    })
  } else bits.skip(entries * 5)
  const lookup = bits.read(4)
  if (lookup === 0) return true
  if (lookup > 2) return false
  bits.skip(2 * 32)
  const valueBits = bits.read(4) + 1
  bits.skip(1)
  bits.skip(valueBits * (lookup === 1 ? rootOf(entries, dimensions) : entries * dimensions))
  return true
}

/** The largest number whose power does not exceed `entries`. */
function rootOf(entries: number, dimensions: number): number {
  if (dimensions === 0) return 0
  let root = Math.floor(entries ** (1 / dimensions))
  while ((root + 1) ** dimensions <= entries) root++
  while (root ** dimensions > entries) root--
  return root
}

function skipFloor(bits: Bits): void {
  if (bits.read(16) === 0) {
    bits.skip(8 + 16 + 16 + 6 + 8)
    bits.skip((bits.read(4) + 1) * 8)
    return
  }
  const classes = Array.from({ length: bits.read(5) }, () => bits.read(4))
  const dimensions = Array.from({ length: Math.max(-1, ...classes) + 1 }, () => {
    const dimension = bits.read(3) + 1
    const subclassBits = bits.read(2)
    if (subclassBits > 0) bits.skip(8)
    bits.skip(8 * 2 ** subclassBits)
    return dimension
  })
  bits.skip(2)
  const rangeBits = bits.read(4)
  for (const each of classes) bits.skip((dimensions[each] ?? 0) * rangeBits)
}

function skipResidue(bits: Bits): void {
  bits.skip(16 + 3 * 24)
  const classifications = bits.read(6) + 1
  bits.skip(8)
  const cascades = Array.from({ length: classifications }, () => {
    const low = bits.read(3)
    return low + 8 * (bits.read(1) === 1 ? bits.read(5) : 0)
  })
  for (const cascade of cascades) for (let left = cascade; left > 0; left >>= 1) if (left & 1) bits.skip(8)
}

function skipMapping(bits: Bits, channels: number): void {
  bits.skip(16)
  const submaps = bits.read(1) === 1 ? bits.read(4) + 1 : 1
  if (bits.read(1) === 1) bits.skip((bits.read(8) + 1) * 2 * bitsFor(channels - 1))
  bits.skip(2)
  if (submaps > 1) bits.skip(channels * 4)
  bits.skip(submaps * 3 * 8)
}
