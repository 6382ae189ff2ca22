import { Buffer } from 'node:buffer'

/** The number of characters between two known positions. */
const STRIDE = 1024

/**
 * Returns a function from UTF-16 to UTF-8 offsets in a text; each lookup reads a short piece, however long the text is.
 */
export function byteOffsets(text: string): (offset: number) => number {
  const known = [0]
  for (let at = STRIDE; at <= text.length; at += STRIDE)
    known.push((known.at(-1) ?? 0) + Buffer.byteLength(text.slice(at - STRIDE, at)))
  return offset => {
    const at = Math.min(Math.max(Math.trunc(offset), 0), text.length)
    const before = Math.floor(at / STRIDE)
    return (known[before] ?? 0) + Buffer.byteLength(text.slice(before * STRIDE, at))
  }
}
