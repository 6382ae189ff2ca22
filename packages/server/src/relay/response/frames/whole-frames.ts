import {
  type ErrorDialect,
  type Failure,
  type SseFrame,
  type Stage,
  splitSse,
  writeErrorEvent,
} from '@tollgate/gateway'

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
  /** Cuts it into single frames; absent: there are none. */
  split?(): Stage<Uint8Array, SseFrame>
}

const NOTHING = new Uint8Array()

export function wholeFrames(): WholeFrames {
  let held: Uint8Array[] = []
  let heldBytes = 0
  let lastHeld: Uint8Array = NOTHING

  const take = (last: Uint8Array): Uint8Array => {
    const all = held.length > 0 ? Buffer.concat([...held, last]) : last
    held = []
    heldBytes = 0
    lastHeld = NOTHING
    return all
  }

  return {
    push(bytes) {
      const end = heldBytes + bytes.length > LONGEST_HELD_BYTES ? bytes.length : endOfLastFrame(bytes, lastHeld)
      const whole = end > 0 ? take(bytes.subarray(0, end)) : null
      if (end === bytes.length) return whole
      const rest = bytes.subarray(end)
      held.push(rest)
      heldBytes += rest.length
      lastHeld = Buffer.concat([lastHeld, rest.subarray(-LONGEST_LINE_END)]).subarray(-LONGEST_LINE_END)
      return whole
    },
    rest: () => (held.length > 0 ? take(NOTHING) : null),
    failed: writeErrorEvent,
    split: splitSse,
  }
}

/** CR LF and the LF before it: more than this no blank line needs. */
const LONGEST_LINE_END = 3

/**
 * The offset behind the last blank line; 0 when there is none. Only what is new is searched.
 *
 * @param before what came right before these bytes and holds no blank line
 */
function endOfLastFrame(bytes: Uint8Array, before: Uint8Array): number {
  const byteAt = (at: number) => (at < 0 ? before[before.length + at] : bytes[at])
  for (let at = bytes.lastIndexOf(LF); at >= 0; at = at === 0 ? -1 : bytes.lastIndexOf(LF, at - 1)) {
    const isBlank = byteAt(at - 1) === LF || (byteAt(at - 1) === CR && byteAt(at - 2) === LF)
    if (isBlank) return at + 1
  }
  return 0
}
