/** A short body must not take a large buffer; each further segment is twice as long as the one before. */
const FIRST_BYTES = 16 * 1024
const SEGMENT_BYTES = 1024 * 1024

/** A body in segments of at most a mebibyte, each in its own buffer, so that it can be transferred without a copy. */
export interface Segments {
  add(bytes: Uint8Array): void
  /** The bytes added so far. */
  readonly size: number
  /** Returns what was added, in order. */
  pieces(): Uint8Array<ArrayBuffer>[]
}

/** Copies bytes as they arrive, because joining a large body at the end would delay other calls. */
export function collectSegments(): Segments {
  const full: Uint8Array<ArrayBuffer>[] = []
  let last = new Uint8Array(0)
  let filled = 0
  let size = 0
  return {
    add(bytes) {
      size += bytes.length
      for (let at = 0; at < bytes.length; ) {
        if (filled === last.length) {
          if (filled > 0) full.push(last)
          last = new Uint8Array(Math.min(SEGMENT_BYTES, Math.max(FIRST_BYTES, 2 * last.length)))
          filled = 0
        }
        const part = bytes.subarray(at, at + last.length - filled)
        last.set(part, filled)
        filled += part.length
        at += part.length
      }
    },
    get size() {
      return size
    },
    pieces: () => (filled > 0 ? [...full, last.subarray(0, filled)] : full),
  }
}
