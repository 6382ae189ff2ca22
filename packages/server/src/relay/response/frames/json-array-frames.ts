import { type SseFrame, splitJsonArray, writeError } from '@tollgate/gateway'
import type { OutgoingFrames } from './sse-frames.ts'

/** A stream that is one JSON array, in whole elements. If it breaks off, an error closes the array. */
export function jsonArrayFrames(): OutgoingFrames {
  const splitter = splitJsonArray()
  let hasBegun = false

  const join = (elements: readonly SseFrame[]): Uint8Array | null => {
    hasBegun ||= elements.length > 0
    return elements.length > 0 ? Buffer.concat(elements.map(element => element.bytes)) : null
  }

  return {
    push: bytes => join(splitter.push(bytes)),
    rest: () => join(splitter.end()),
    split: splitJsonArray,
    failed: (dialect, failure) => `${hasBegun ? ',' : '['}\r\n${writeError(dialect, failure)}\r\n]`,
  }
}
