import type { Stage } from '../raw/stage.ts'

/** One server-sent event as it came, or a run of comments and blank lines. */
export interface SseFrame {
  /** The frame's own bytes including its blank line; all frames joined are the stream. */
  bytes: Uint8Array
  event: string | null
  /** The `data` lines, joined by newlines; null: none (a comment, a stray blank line). */
  data: string | null
  /** Part of a frame too long to hold; it passes in pieces, unread. */
  isOversized: boolean
}

// Room for a 4K image in base64 on one line, but bounded.
const defaultMaximumBytes = 16 * 1024 * 1024

const lineFeed = 0x0a
const carriageReturn = 0x0d
const colon = 0x3a
const space = 0x20
const letterD = 0x64
const letterE = 0x65

/**
 * Splits a stream of bytes, chunked in any way, into server-sent events. Lines may end in LF, CRLF or CR. A last frame
 * without its blank line is still emitted at the end.
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
  /** The held bytes are comments and blank lines, ending with a blank one: any number of them becomes one frame. */
  let isPause = false
  /** The held bytes are the beginning of a usual frame. */
  let isUsual = false

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

  /**
   * Takes the usual frames of a chunk, which lie inside it and have only fields and LF line ends, by searching for line
   * ends instead of looking at each byte. Returns where the rest begins.
   */
  const takeUsual = (chunk: Uint8Array, from: number, frames: SseFrame[]): number => {
    const isInFrame = heldBytes > 0 || hasField || isOversized || !lineIsEmpty || endedInCarriageReturn
    if (isInFrame) return from
    let start = from
    while (start < chunk.length) {
      if (!beginsUsual(chunk, start)) return start
      const firstLine = chunk.indexOf(lineFeed, start)
      const end = firstLine < 0 ? -1 : endOfFrame(chunk, firstLine)
      if (end < 0 || end + 2 - start > maximumBytes) return start
      frames.push(new UsualFrame(chunk, start, firstLine, end))
      isFirst = false
      start = end + 2
    }
    return start
  }

  /** Ends the usual frame that earlier chunks began. Returns where the rest of the chunk begins; 0: it goes on. */
  const endUsual = (chunk: Uint8Array, frames: SseFrame[]): number => {
    const isEnd = lineIsEmpty && chunk[0] === lineFeed
    const end = isEnd ? -1 : endOfFrame(chunk, chunk.indexOf(lineFeed))
    const rest = end + 2
    if ((!isEnd && end < 0) || heldBytes + rest > maximumBytes) return 0
    const whole = Buffer.concat([...held, chunk.subarray(0, rest)])
    frames.push(new UsualFrame(whole, 0, whole.indexOf(lineFeed), whole.length - 2))
    held = []
    heldBytes = 0
    isFirst = false
    hasField = false
    isUsual = false
    lineIsEmpty = true
    return rest
  }

  return {
    push(chunk) {
      const frames: SseFrame[] = []
      const hasReturns = chunk.includes(carriageReturn)
      if (hasReturns) isUsual = false
      const from = isUsual ? endUsual(chunk, frames) : 0
      let start = hasReturns ? 0 : takeUsual(chunk, from, frames)
      if (start > 0 && start === chunk.length) return frames
      if (!hasReturns && heldBytes === 0 && !hasField && lineIsEmpty) isUsual = beginsUsual(chunk, start)
      const began = start
      // The second half of a split CRLF does not end another line.
      let at = endedInCarriageReturn && chunk[0] === lineFeed ? 1 : start
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
      if (isOversized || start !== began) isUsual = false
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

/** The bytes of consecutive frames; null: there are none. Those of one chunk are not copied. */
export function joinFrames(frames: readonly SseFrame[]): Uint8Array | null {
  const [first] = frames
  if (!first) return null
  if (frames.length === 1) return first.bytes
  return UsualFrame.asOne(frames) ?? Buffer.concat(frames.map(frame => frame.bytes))
}

/** A whole frame inside a chunk. A class, because each word of an answer has one; its data is read on demand. */
export class UsualFrame implements SseFrame {
  readonly isOversized = false
  private fields: Pick<SseFrame, 'event' | 'data'> | null = null

  /** @param firstLine where its first line ends, and @param end its last */
  constructor(
    readonly chunk: Uint8Array,
    readonly start: number,
    private readonly firstLine: number,
    readonly end: number,
  ) {}

  get event(): string | null {
    return this.read().event
  }

  get data(): string | null {
    return this.read().data
  }

  private read(): Pick<SseFrame, 'event' | 'data'> {
    this.fields ??= this.readAnew()
    return this.fields
  }

  private readAnew(): Pick<SseFrame, 'event' | 'data'> {
    const { chunk, start, end } = this
    if (this.firstLine !== end || !isData(chunk, start)) return readFields(plain.decode(this.bytes))
    const from = start + (chunk[start + 5] === space ? 6 : 5)
    return { event: null, data: plain.decode(chunk.subarray(from, end)) }
  }

  get bytes(): Uint8Array {
    return partOf(this.chunk, this.start, this.end + 2)
  }

  /** The bytes of frames that are adjacent in a chunk; null: they are not. */
  static asOne([first, ...others]: readonly SseFrame[]): Uint8Array | null {
    if (!(first instanceof UsualFrame)) return null
    let end = first.end + 2
    for (const other of others) {
      if (!(other instanceof UsualFrame) || other.chunk !== first.chunk || other.start !== end) return null
      end = other.end + 2
    }
    return partOf(first.chunk, first.start, end)
  }
}

const beginsUsual = (chunk: Uint8Array, at: number): boolean => chunk[at] === letterD || chunk[at] === letterE

/** Where the last line of a frame ends, if one of its lines ends at `lineEnd`; -1: the frame goes on after the chunk. */
function endOfFrame(chunk: Uint8Array, lineEnd: number): number {
  let end = lineEnd
  while (end >= 0 && chunk[end + 1] !== lineFeed) end = chunk.indexOf(lineFeed, end + 1)
  return end
}

const partOf = (chunk: Uint8Array, start: number, end: number): Uint8Array =>
  start === 0 && end === chunk.length ? chunk : chunk.subarray(start, end)

const isData = (chunk: Uint8Array, at: number): boolean =>
  chunk[at] === letterD &&
  chunk[at + 1] === 0x61 &&
  chunk[at + 2] === 0x74 &&
  chunk[at + 3] === 0x61 &&
  chunk[at + 4] === colon

// A byte order mark only counts at the very start.
const skippingMark = new TextDecoder()
const plain = new TextDecoder('utf-8', { ignoreBOM: true })
const noFields = { event: null, data: null }

export function readFields(frame: string): { event: string | null; data: string | null } {
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
