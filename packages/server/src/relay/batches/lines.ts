/** A text of which a line is too long to be held. */
export class LineTooLong extends Error {
  override name = 'LineTooLong'
}

/** Pictures make lines of megabytes. */
export const LONGEST_LINE_BYTES = 16 * 1024 * 1024
/** What an upstream answered must be read, or it cannot be charged: as much as it may answer to a call of its own. */
export const LONGEST_RESULT_BYTES = 64 * 1024 * 1024

const LINE_FEED = 0x0a

/**
 * Reads a JSONL text line by line as it arrives, without the line ends; empty lines are left out. Holds one line.
 *
 * @throws LineTooLong
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  longestBytes = LONGEST_LINE_BYTES,
): AsyncGenerator<Uint8Array, void> {
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
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      hold(chunk.subarray(start, end))
      start = end + 1
      const whole = line()
      if (!isBlank(whole)) yield whole
    }
    if (start < chunk.length) hold(chunk.subarray(start))
  }
  const last = line()
  if (!isBlank(last)) yield last
}

const isBlank = (line: Uint8Array): boolean => line.every(byte => byte === 0x20 || byte === 0x09 || byte === 0x0d)
