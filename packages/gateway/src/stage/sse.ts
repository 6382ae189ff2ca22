import type { Stage } from '../raw/stage.ts'

/** One server-sent event as it came, or a run of comments and blank lines. */
export interface SseFrame {
  /** The frame's own bytes including its blank line: all frames in a row are the stream again. */
  bytes: Uint8Array
  event: string | null
  /** The `data` lines, joined by newlines; null: none (a comment, a stray blank line). */
  data: string | null
  /** Part of a frame too long to hold; it passes in pieces, unread. */
  isOversized: boolean
}

// Room for a 4K image in base64 on one line, and still a bound.
const defaultMaximumBytes = 16 * 1024 * 1024

const lineFeed = 0x0a
const carriageReturn = 0x0d
const colon = 0x3a

/**
 * Cuts a stream of bytes, chunked in any way, into server-sent events. Lines may end in LF, CRLF or CR.
 * A last frame without its blank line still comes out, at the end.
 *
 * Rules: https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export function splitSse(maximumBytes = defaultMaximumBytes): Stage<Uint8Array, SseFrame> {
  let held: Uint8Array[] = []
  let heldBytes = 0
  let isOversized = false
  let isFirst = true
  let lineIsEmpty = true
  let endedInCarriageReturn = false
  /** The frame has a line that is not a comment. */
  let hasField = false
  /** The held bytes are comments and blank lines, a blank one last: they become one frame, however many. */
  let isPause = false

  const close = (): SseFrame => {
    const [only] = held
    const bytes = held.length === 1 && only ? only : Buffer.concat(held)
    const decoder = isFirst ? skippingMark : plain
    const hadField = hasField
    held = []
    heldBytes = 0
    isFirst = false
    hasField = false
    isPause = false
    if (!hadField) return { bytes, isOversized, ...noFields }
    return { bytes, isOversized, ...(isOversized ? noFields : readFields(decoder.decode(bytes))) }
  }

  const hold = (piece: Uint8Array) => {
    held.push(piece)
    heldBytes += piece.length
    if (heldBytes > maximumBytes) isOversized = true
  }

  return {
    push(chunk) {
      const frames: SseFrame[] = []
      let start = 0
      // The second half of a split CRLF ends no line of its own.
      let at = endedInCarriageReturn && chunk[0] === lineFeed ? 1 : 0
      for (; at < chunk.length; at++) {
        const byte = chunk[at]
        if (byte !== lineFeed && byte !== carriageReturn) {
          if (!lineIsEmpty) continue
          lineIsEmpty = false
          if (byte === colon) isPause = false
          else {
            if (isPause) {
              if (at > start) hold(chunk.subarray(start, at))
              frames.push(close())
              isOversized = false
              start = at
            }
            hasField = true
          }
          continue
        }
        if (byte === carriageReturn && chunk[at + 1] === lineFeed) at++
        if (lineIsEmpty && !hasField) isPause = true
        else if (lineIsEmpty) {
          hold(chunk.subarray(start, at + 1))
          frames.push(close())
          isOversized = false
          start = at + 1
        }
        lineIsEmpty = true
      }
      if (chunk.length > 0) endedInCarriageReturn = chunk[chunk.length - 1] === carriageReturn
      if (start < chunk.length) hold(chunk.subarray(start))
      if ((isOversized || isPause) && heldBytes > 0) {
        // the rest of a frame too long to hold is still to come
        const goesOn = !isPause && hasField
        isOversized &&= !isPause
        frames.push(close())
        hasField = goesOn
      }
      return frames
    },
    end: () => (heldBytes > 0 ? [close()] : []),
  }
}

// A byte order mark only counts at the very start.
const skippingMark = new TextDecoder()
const plain = new TextDecoder('utf-8', { ignoreBOM: true })
const noFields = { event: null, data: null }

function readFields(frame: string): { event: string | null; data: string | null } {
  let event: string | null = null
  let data: string | null = null
  for (const line of frame.split(frame.includes('\r') ? /\r\n|\n|\r/ : '\n')) {
    if (line.startsWith('data:')) {
      const value = line.slice(line[5] === ' ' ? 6 : 5)
      data = data === null ? value : `${data}\n${value}`
    } else if (line.startsWith('event:')) event = line.slice(line[6] === ' ' ? 7 : 6)
  }
  return { event, data }
}
