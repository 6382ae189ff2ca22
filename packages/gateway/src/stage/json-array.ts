import type { Stage } from '../raw/stage.ts'
import type { SseFrame } from './sse.ts'
import { splitSse } from './sse.ts'

// As for server-sent events: room for a 4K image in base64, but bounded.
const defaultMaximumBytes = 16 * 1024 * 1024

const quote = 0x22
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/**
 * Splits a JSON array of objects, or a single object, into its elements as it arrives, chunked in any way. A frame's
 * `data` is the element's text; bytes between elements belong to the next one. An element that breaks off is emitted as
 * far as it came.
 */
export function splitJsonArray(maximumBytes = defaultMaximumBytes): Stage<Uint8Array, SseFrame> {
  let held: Uint8Array[] = []
  let heldBytes = 0
  let isOversized = false
  /** Open brackets inside the element; 0: between elements. */
  let depth = 0
  let isInString = false
  let isEscaped = false
  let hasElement = false

  const close = (): SseFrame => {
    const bytes = Buffer.concat(held)
    const data = hasElement && !isOversized ? decoder.decode(bytes.subarray(bytes.indexOf(openBrace))) : null
    const frame = { bytes, event: null, data, isOversized }
    held = []
    heldBytes = 0
    hasElement = depth > 0
    return frame
  }

  const hold = (piece: Uint8Array): void => {
    held.push(piece)
    heldBytes += piece.length
    if (heldBytes > maximumBytes) isOversized = true
  }

  /** Whether the element ends with this byte. */
  const step = (byte: number): boolean => {
    if (isInString) {
      if (isEscaped) isEscaped = false
      else if (byte === backslash) isEscaped = true
      else if (byte === quote) isInString = false
    } else if (depth === 0) {
      if (byte === openBrace) {
        depth = 1
        hasElement = true
      }
    } else if (byte === quote) isInString = true
    else if (byte === openBrace || byte === openBracket) depth++
    else if (byte === closeBrace || byte === closeBracket) return --depth === 0
    return false
  }

  return {
    push(chunk) {
      const frames: SseFrame[] = []
      let start = 0
      for (let at = 0; at < chunk.length; at++) {
        if (!step(chunk[at] as number)) continue // within the bounds
        hold(chunk.subarray(start, at + 1))
        frames.push(close())
        isOversized = false
        start = at + 1
      }
      if (start < chunk.length) hold(chunk.subarray(start))
      if (isOversized && heldBytes > 0) frames.push(close())
      return frames
    },
    end: () => (heldBytes > 0 ? [close()] : []),
  }
}

/** A stream that begins with this much whitespace is passed on. */
const LONGEST_BLANK_BYTES = 64 * 1024

/**
 * Splits server-sent events or a JSON array, depending on the first bytes: Google streams either, as the client asks.
 */
export function splitSseOrJsonArray(): Stage<Uint8Array, SseFrame> {
  let chosen: Stage<Uint8Array, SseFrame> | null = null
  let blank: Uint8Array[] = []
  let blankBytes = 0

  return {
    push(chunk) {
      if (chosen) return chosen.push(chunk)
      const first = chunk.find(byte => byte > 0x20)
      blank.push(chunk)
      blankBytes += chunk.length
      if (first === undefined && blankBytes < LONGEST_BLANK_BYTES) return []
      chosen = first === openBracket || first === openBrace ? splitJsonArray() : splitSse()
      const all = blank.length === 1 ? chunk : Buffer.concat(blank)
      blank = []
      return chosen.push(all)
    },
    end: () => chosen?.end() ?? [],
  }
}

const decoder = new TextDecoder()
