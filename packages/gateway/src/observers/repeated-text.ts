import { isObject, type JsonObject, tryParse } from '../raw/json.ts'
import { readFields, type SseFrame, UsualFrame } from '../stage/sse.ts'
import { estimateAscii, estimateTokens } from '../usage/estimate-tokens.ts'
import { newTally, type Tally } from './tally.ts'

/** Reads the events of one wire format. */
interface EventReader {
  read(event: JsonObject, tally: Tally): void
  textOf?(event: JsonObject): string | null
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const SPACE = 0x20
const ASCII_END = 0x80
/** After this many misses the upstream is not tried again: its events differ in more than their text. */
const MOST_MISSES = 3
const PROBE = 'two words'

/**
 * Recognizes frames that equal the one before them byte by byte except for their text, as nearly all frames of an
 * answer do. Such a frame need not be parsed: its text is all it adds.
 */
export class RepeatedText {
  /** The last frame's bytes around its text; null: unknown. */
  private before: Uint8Array | null = null
  private after: Uint8Array | null = null
  private misses = 0

  constructor(private readonly reader: EventReader) {}

  /** Returns whether the frame repeats the last one; if so, its text is noted. */
  note(frame: SseFrame, tally: Tally): boolean {
    const { before, after } = this
    if (!before || !after || !(frame instanceof UsualFrame)) return false
    const text = textBetween(frame, before, after)
    if (text === null) return false
    if (text !== 0) {
      tally.outputTokens += text
      tally.produced = true
    }
    return true
  }

  /** Learns from a frame that was read; `event` is null if it is not part of an answer. */
  learn(frame: SseFrame, event: JsonObject | null): void {
    if (this.before) this.misses += 1
    this.before = null
    this.after = null
    if (!this.reader.textOf || this.misses >= MOST_MISSES) return
    const text = event && this.reader.textOf(event)
    if (!text || !(frame instanceof UsualFrame)) return
    const all = decoder.decode(frame.bytes)
    const written = JSON.stringify(text)
    const at = all.indexOf(written)
    if (at < 0 || all.indexOf(written, at + 1) >= 0) return
    const [before, after] = [all.slice(0, at + 1), all.slice(at + written.length - 1)]
    if (!this.addsNothing(before + after) || !this.addsNothing(before + PROBE + after, PROBE)) return
    this.before = encoder.encode(before)
    this.after = encoder.encode(after)
  }

  /** Whether a frame, read alone, adds no more than this text. */
  private addsNothing(frame: string, text = ''): boolean {
    const event = tryParse(readFields(frame).data ?? '')
    if (!isObject(event) || (text !== '' && this.reader.textOf?.(event) !== text)) return false
    const tally = newTally()
    this.reader.read(event, tally)
    const { model, fingerprint, responseId, serviceTier } = tally
    const expected = { ...newTally(), model, fingerprint, responseId, serviceTier }
    if (text !== '') Object.assign(expected, { outputTokens: estimateTokens(text), produced: true })
    return JSON.stringify(tally) === JSON.stringify(expected)
  }
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** The tokens of the text between these bytes; null: the frame differs, or its text has escapes. */
function textBetween({ chunk, start, end }: UsualFrame, before: Uint8Array, after: Uint8Array): number | null {
  const from = start + before.length
  const to = end + FRAME_END - after.length
  if (to < from || !isAt(chunk, start, before) || !isAt(chunk, to, after)) return null
  let isAscii = true
  for (let at = from; at < to; at++) {
    const code = chunk[at] ?? 0
    if (code < SPACE || code === QUOTE || code === BACKSLASH) return null
    if (code >= ASCII_END) isAscii = false
  }
  return isAscii ? estimateAscii(chunk, from, to) : estimateTokens(decoder.decode(chunk.subarray(from, to)))
}

/** The two line feeds after a usual frame. */
const FRAME_END = 2

function isAt(chunk: Uint8Array, start: number, bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) if (chunk[start + at] !== bytes[at]) return false
  return true
}
