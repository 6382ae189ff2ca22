import { type ErrorDialect, type Failure, writeErrorEvent } from '@tollgate/gateway'

const LF = 0x0a
const CR = 0x0d
/** A frame longer than this is handed on in pieces: it is not worth the memory. */
const LONGEST_HELD_BYTES = 1024 * 1024

/** Cuts a stream of bytes behind its blank lines, so that an answer that breaks off never ends inside an event. */
export interface WholeFrames {
  /** What came, up to its last blank line; null: nothing whole yet. */
  push(bytes: Uint8Array): Uint8Array | null
  /** What was still held back. */
  rest(): Uint8Array | null
  /** The error that ends the stream here, to follow what was pushed out so far; null: only breaking off says it. */
  failed(dialect: ErrorDialect, failure: Failure): string | null
}

export function wholeFrames(): WholeFrames {
  let held: Uint8Array | null = null
  return {
    push(bytes) {
      const all: Uint8Array = held ? Buffer.concat([held, bytes]) : bytes
      const end = all.length > LONGEST_HELD_BYTES ? all.length : endOfLastFrame(all)
      held = end < all.length ? all.subarray(end) : null
      return end > 0 ? all.subarray(0, end) : null
    },
    rest() {
      const rest = held
      held = null
      return rest
    },
    failed: writeErrorEvent,
  }
}

/** The offset behind the last blank line; 0 when there is none. */
function endOfLastFrame(bytes: Uint8Array): number {
  for (let at = bytes.lastIndexOf(LF); at > 0; at = bytes.lastIndexOf(LF, at - 1)) {
    const isBlank = bytes[at - 1] === LF || (bytes[at - 1] === CR && bytes[at - 2] === LF)
    if (isBlank) return at + 1
  }
  return 0
}
