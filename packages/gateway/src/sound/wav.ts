const BEGINNINGS: ReadonlySet<string> = new Set(['RIFF', 'RF64', 'BW64'])
const FIRST_CHUNK = 12
const CHUNK_HEAD = 8
const SHAPE_BYTES = 16

export const isWav = (head: Uint8Array): boolean => BEGINNINGS.has(word(head, 0)) && word(head, 8) === 'WAVE'

/**
 * Seconds of a WAV file, by its samples and their size; its claimed byte rate and length do not count.
 *
 * @param otherwise bytes per second, for an encoding that cannot be measured and for formats nobody records
 */
export function wavSeconds(head: Uint8Array, bytes: number, otherwise: number): number {
  const { start = 0, bytesPerSecond = null } = readShape(head) ?? {}
  return bytesPerSecond === null ? bytes / otherwise : Math.max(0, bytes - start) / bytesPerSecond
}

/** The earliest start of the samples; null: the header does not describe them. */
function readShape(head: Uint8Array): { start: number; bytesPerSecond: number | null } | null {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  for (let at = FIRST_CHUNK; at + CHUNK_HEAD + SHAPE_BYTES <= head.length; ) {
    const size = view.getUint32(at + 4, true)
    const inside = at + CHUNK_HEAD
    if (word(head, at) === 'fmt ') {
      const code = view.getUint16(inside, true)
      const isNamedBehind = code === EXTENSIBLE && inside + NAMED_AT + 2 <= head.length
      const bytesPerSecond = bytesPerSecondOf({
        code: isNamedBehind ? view.getUint16(inside + NAMED_AT, true) : code,
        channels: view.getUint16(inside + 2, true),
        rate: view.getUint32(inside + 4, true),
        bits: view.getUint16(inside + 14, true),
      })
      return { start: Math.min(inside + size + CHUNK_HEAD, head.length), bytesPerSecond }
    }
    // chunks begin at even offsets
    at = inside + size + (size % 2)
  }
  return null
}

interface Shape {
  code: number
  channels: number
  rate: number
  bits: number
}

/** Nobody transcribes sound with more, and its upstream may read it in any way. */
const MOST_CHANNELS = 8
const LEAST_RATE = 4_000
const MOST_RATE = 192_000
const MOST_BITS = 64

const PCM = 0x0001
const FLOAT = 0x0003
const A_LAW = 0x0006
const MU_LAW = 0x0007
const MICROSOFT_ADPCM = 0x0002
const IMA_ADPCM = 0x0011
/** The actual code follows later. */
const EXTENSIBLE = 0xfffe
const NAMED_AT = 24

/** Samples take whole bytes. */
const inBytes = ({ bits }: Shape): number => Math.ceil(bits / 8) * 8

/** Bits per sample by format code, if they are fixed. */
const BITS: Readonly<Record<number, (shape: Shape) => number>> = {
  [PCM]: inBytes,
  [FLOAT]: inBytes,
  [A_LAW]: () => 8,
  [MU_LAW]: () => 8,
  [MICROSOFT_ADPCM]: () => 4,
  [IMA_ADPCM]: () => 4,
}

function bytesPerSecondOf(shape: Shape): number | null {
  const { channels, rate, bits } = shape
  const each = BITS[shape.code]?.(shape) ?? 0
  const isPlausible = channels <= MOST_CHANNELS && rate >= LEAST_RATE && rate <= MOST_RATE && bits <= MOST_BITS
  return isPlausible ? (rate * channels * each) / 8 || null : null
}

const word = (head: Uint8Array, at: number): string => String.fromCharCode(...head.subarray(at, at + 4))
