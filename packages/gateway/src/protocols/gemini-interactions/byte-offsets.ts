import { Buffer } from 'node:buffer'

/** How many characters stand between two known places. */
const STRIDE = 1024

/** Returns a function from UTF-16 offsets into a text to UTF-8 offsets; each look-up reads a short piece, however long the text is. */
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
