import { MOST_BYTES_A_TURN, shareByBytes } from '../../platform/process/yield-to-event-loop.ts'
import { RESPONSE_LIMIT_BYTES } from '../../relay/response/read-response.ts'

/** Thrown for a text with a line that is too long to hold. */
export class LineTooLong extends Error {
  override name = 'LineTooLong'
}

/** Pictures can make a line megabytes long. */
export const LONGEST_LINE_BYTES = 16 * 1024 * 1024
/** An upstream's answer must be read to be charged, so this is the limit for a normal call's answer. */
export const LONGEST_RESULT_BYTES = RESPONSE_LIMIT_BYTES

const LINE_FEED = 0x0a

/**
 * Reads a JSONL text line by line as it arrives, without line ends and blank lines. Holds one line. Lets other calls
 * run in between.
 *
 * @throws LineTooLong
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  longestBytes = LONGEST_LINE_BYTES,
): AsyncGenerator<Uint8Array, void> {
  const share = shareByBytes()
  let held: Uint8Array[] = []
  let size = 0
  const hold = (bytes: Uint8Array) => {
    size += bytes.length
    if (size > longestBytes) throw new LineTooLong()
    held.push(bytes)
  }
  const line = (): Uint8Array => {
    const [only] = held
    const whole = held.length === 1 && only ? only : Buffer.concat(held)
    held = []
    size = 0
    return whole
  }
  for await (const chunk of piecesOf(chunks)) {
    let start = 0
    while (start < chunk.length) {
      // Leading blanks are not kept.
      if (size === 0) start = skipBlanks(chunk, start)
      const end = chunk.indexOf(LINE_FEED, start)
      hold(chunk.subarray(start, end < 0 ? chunk.length : end))
      start = end < 0 ? chunk.length : end + 1
      if (end < 0) continue
      const bytes = size
      yield line()
      await share(bytes)
    }
    await share(chunk.length)
  }
  if (size > 0) yield line()
}

/** Yields the bytes in pieces small enough for one turn of the event loop. */
async function* piecesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += MOST_BYTES_A_TURN) yield chunk.subarray(at, at + MOST_BYTES_A_TURN)
}

function skipBlanks(chunk: Uint8Array, start: number): number {
  let at = start
  while (BLANKS.has(chunk[at])) at++
  return at
}

/** undefined, which is past the end, is not a blank. */
const BLANKS: ReadonlySet<number | undefined> = new Set([LINE_FEED, 0x20, 0x09, 0x0d])
