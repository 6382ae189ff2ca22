import { readAacFrameSeconds } from './aac-config.ts'
import { type Bits, highFirst, whileBitsLast } from './bits.ts'
import type { SoundReader } from './frame.ts'

const HEAD_BYTES = 3

/** A LATM stream's description of its frames. */
interface Shape {
  frameSeconds: number
  framesEach: number
}

/** AAC in LATM, as LOAS frames it. https://wiki.multimedia.cx/index.php/LATM */
export function latm(): SoundReader {
  let shape: Shape | null = null
  return {
    lead: 0x56,
    frameAt(bytes, at) {
      if (bytes.length - at < HEAD_BYTES) return 'more'
      const head = bytes.readUIntBE(at, HEAD_BYTES)
      if (head >> 13 !== 0x2b7) return null
      const end = at + HEAD_BYTES + (head & 0x1fff)
      if (bytes.length < end) return 'more'
      const bits = highFirst(bytes.subarray(at + HEAD_BYTES, end))
      const isAsBefore = end > at + HEAD_BYTES && bits.read(1) === 1
      if (!isAsBefore) shape = whileBitsLast(() => readShape(bits))
      return { bytes: end - at, seconds: shape && shape.frameSeconds * shape.framesEach }
    },
  }
}

/** For one program with one layer, as in broadcasts and phones; null: it has another shape. */
function readShape(bits: Bits): Shape | null {
  const version = bits.read(1)
  if (version !== 0) return null
  bits.skip(1)
  const framesEach = bits.read(6) + 1
  const programsAndLayers = bits.read(7)
  const frameSeconds = readAacFrameSeconds(bits)
  return programsAndLayers === 0 && frameSeconds !== null ? { frameSeconds, framesEach } : null
}
