const BEGINNINGS: ReadonlySet<string> = new Set(['RIFF', 'RF64', 'BW64'])
const FIRST_CHUNK = 12
const CHUNK_HEAD = 8
const SHAPE_BYTES = 16

export const isWav = (head: Uint8Array): boolean => BEGINNINGS.has(word(head, 0)) && word(head, 8) === 'WAVE'

/**
 * Seconds of sound in a WAV file, by its samples a second and their size. What it says of its bytes a second and of its
 * length counts for nothing.
 */
export function wavSeconds(head: Uint8Array, bytes: number): number {
  const { start, bytesPerSecond } = readShape(head) ?? { start: 0, bytesPerSecond: SPOKEN }
  return Math.max(0, bytes - start) / bytesPerSecond
}

/** Where the samples begin at the earliest; null: the head says nothing of them. */
function readShape(head: Uint8Array): { start: number; bytesPerSecond: number } | null {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  for (let at = FIRST_CHUNK; at + CHUNK_HEAD + SHAPE_BYTES <= head.length; ) {
    const size = view.getUint32(at + 4, true)
    const inside = at + CHUNK_HEAD
    // chunks begin at even places
    const next = inside + size + (size % 2)
    if (word(head, at) !== 'fmt ') {
      at = next
      continue
    }
    const shape = {
      code: view.getUint16(inside, true),
      channels: Math.min(view.getUint16(inside + 2, true), MOST_CHANNELS),
      rate: Math.min(view.getUint32(inside + 4, true), MOST_RATE),
      bytesPerSecond: view.getUint32(inside + 8, true),
      bits: Math.min(view.getUint16(inside + 14, true), MOST_BITS),
    }
    return { start: Math.min(next + CHUNK_HEAD, head.length), bytesPerSecond: bytesPerSecondOf(shape) }
  }
  return null
}

interface Shape {
  code: number
  channels: number
  rate: number
  /** As it claims. */
  bytesPerSecond: number
  bits: number
}

/** Beyond these it is no sound anybody transcribes. */
const MOST_CHANNELS = 8
const MOST_RATE = 96_000
const MOST_BITS = 32
const SPOKEN = 8_000

const PCM = 0x0001
const FLOAT = 0x0003
const EXTENSIBLE = 0xfffe
const A_LAW = 0x0006
const MU_LAW = 0x0007
const MICROSOFT_ADPCM = 0x0002
const IMA_ADPCM = 0x0011

/** Bits of a sample by the code of its format, where they do not vary. */
const BITS: Readonly<Record<number, (shape: Shape) => number>> = {
  [PCM]: ({ bits }) => bits,
  [FLOAT]: ({ bits }) => bits,
  [EXTENSIBLE]: ({ bits }) => bits,
  [A_LAW]: () => 8,
  [MU_LAW]: () => 8,
  [MICROSOFT_ADPCM]: () => 4,
  [IMA_ADPCM]: () => 4,
}

/** Sound that is packed otherwise is no faster than speech usually is. */
function bytesPerSecondOf(shape: Shape): number {
  const bits = BITS[shape.code]?.(shape)
  const claimed = bits === undefined ? Math.min(shape.bytesPerSecond, SPOKEN) : (shape.rate * shape.channels * bits) / 8
  return claimed || SPOKEN
}

const word = (head: Uint8Array, at: number): string => String.fromCharCode(...head.subarray(at, at + 4))
