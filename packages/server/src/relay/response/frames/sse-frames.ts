import {
  type ErrorDialect,
  type Failure,
  type SseFrame,
  type Stage,
  splitSse,
  writeErrorEvent,
} from '@tollgate/gateway'
import type { ApiError } from '../../../platform/http/api-error.ts'

const LF = 0x0a
const CR = 0x0d
/** A longer frame is passed on in pieces, to save memory. */
const LONGEST_HELD_BYTES = 1024 * 1024

/** Passes a stream on in whole frames, so that a stream that breaks off never ends inside one. */
export interface OutgoingFrames {
  /** Returns what has arrived, up to the end of the last whole frame; null: no whole frame yet. */
  push(bytes: Uint8Array): Uint8Array | null
  /** Returns what is still buffered. */
  rest(): Uint8Array | null
  /** Returns the error that ends the stream at this point; null: it can only break off. */
  failed(dialect: ErrorDialect, failure: Failure): string | null
  /** Splits it into single frames; absent: it has none. */
  split?(): Stage<Uint8Array, SseFrame>
  /** Returns the whole frames held back; absent: none ever are. */
  held?(): Uint8Array | null
  /** Why nothing more may follow what was passed on; absent or null: more may. */
  refusal?(): ApiError | null
}

const NOTHING = new Uint8Array()

/** Server-sent events, which end with a blank line. */
export function sseFrames(): OutgoingFrames {
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
      if (heldBytes === 0 && endsFrame(bytes)) return bytes
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

const endsFrame = (bytes: Uint8Array): boolean => bytes.at(-1) === LF && bytes.at(-2) === LF

/** A blank line is recognized by the LF before it and its own CR LF. */
const LONGEST_LINE_END = 3

/**
 * Returns the offset after the last blank line; 0: there is none. Searches only the new bytes.
 *
 * @param before the bytes right before these, which contain no blank line
 */
function endOfLastFrame(bytes: Uint8Array, before: Uint8Array): number {
  const byteAt = (at: number) => (at < 0 ? before[before.length + at] : bytes[at])
  for (let at = bytes.lastIndexOf(LF); at >= 0; at = at === 0 ? -1 : bytes.lastIndexOf(LF, at - 1)) {
    const isBlank = byteAt(at - 1) === LF || (byteAt(at - 1) === CR && byteAt(at - 2) === LF)
    if (isBlank) return at + 1
  }
  return 0
}
