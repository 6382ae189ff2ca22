import { isObject, type JsonObject, tryParse } from '../raw/json.ts'
import { readFields, type SseFrame, UsualFrame } from '../stage/sse.ts'
import { estimateAscii, estimateTokens } from '../usage/estimate-tokens.ts'
import { newTally, type Tally } from './tally.ts'

/** Reads the events of one wire format. */
interface EventReader {
  read(event: JsonObject, tally: Tally): void
  textOf?(event: JsonObject): string | null
}

/** A value that differs from frame to frame: the text, or one that no reader looks at. */
type Varying = 'text' | 'string' | 'number'

/** What equal frames have in common: `pieces` of bytes, one more than there are varying values between them. */
interface Pattern {
  pieces: Uint8Array[]
  varying: Varying[]
}

/** Members of an event that differ from frame to frame and say nothing: OpenAI's padding and count of events. */
const ASIDES: readonly (readonly [string, Exclude<Varying, 'text'>])[] = [
  ['obfuscation', 'string'],
  ['sequence_number', 'number'],
]

const QUOTE = 0x22
const BACKSLASH = 0x5c
const SPACE = 0x20
const ZERO = 0x30
const NINE = 0x39
const ASCII_END = 0x80
/** After this many misses in a row the upstream is not tried again: its events differ in more than their text. */
const MOST_MISSES = 3
const PROBES: Readonly<Record<Varying, string>> = { text: 'two words', string: 'x1', number: '70' }

/**
 * Recognizes frames that equal the one before them byte by byte except for their text, as nearly all frames of an
 * answer do. Such a frame need not be parsed: its text is all it adds.
 */
export class RepeatedText {
  /** null: unknown. */
  private pattern: Pattern | null = null
  private misses = 0

  constructor(private readonly reader: EventReader) {}

  /** Returns whether the frame repeats the last one; if so, its text is noted. */
  note(frame: SseFrame, tally: Tally): boolean {
    if (!this.pattern || !(frame instanceof UsualFrame)) return false
    const tokens = tokensOf(frame, this.pattern)
    if (tokens === null) return false
    this.misses = 0
    if (tokens !== 0) {
      tally.outputTokens += tokens
      tally.produced = true
    }
    return true
  }

  /** Learns from a frame that was read; `event` is null if it is not part of an answer. */
  learn(frame: SseFrame, event: JsonObject | null): void {
    if (this.pattern) this.misses += 1
    this.pattern = null
    if (!this.reader.textOf || this.misses >= MOST_MISSES) return
    const text = event && this.reader.textOf(event)
    if (!text || !(frame instanceof UsualFrame)) return
    const cuts = cutsOf(decoder.decode(frame.bytes), event, text)
    if (!cuts || !this.addsNothing(cuts, { text: '' }) || !this.addsNothing(cuts, PROBES)) return
    this.pattern = { pieces: cuts.pieces.map(piece => encoder.encode(piece)), varying: cuts.varying }
  }

  /** Whether a frame with these values, read alone, adds no more than its text. */
  private addsNothing({ pieces, values, varying }: Cuts, given: Partial<Record<Varying, string>>): boolean {
    const frame = pieces.reduce((written, piece, at) => {
      const kind = varying[at - 1]
      return `${written}${(kind && given[kind]) ?? values[at - 1] ?? ''}${piece}`
    })
    const text = given.text ?? ''
    const event = tryParse(readFields(frame).data ?? '')
    if (!isObject(event) || (text !== '' && this.reader.textOf?.(event) !== text)) return false
    const tally = newTally()
    this.reader.read(event, tally)
    const { model, fingerprint, responseId, serviceTier, showsReasoning } = tally
    const expected = { ...newTally(), model, fingerprint, responseId, serviceTier, showsReasoning }
    if (text !== '') Object.assign(expected, { outputTokens: estimateTokens(text), produced: true })
    return JSON.stringify(tally) === JSON.stringify(expected)
  }
}

/** A frame, cut at its varying values. */
interface Cuts {
  pieces: string[]
  /** As the frame has them, without quotes. */
  values: string[]
  varying: Varying[]
}

/** Returns null if the text is not found, or found twice. */
function cutsOf(frame: string, event: JsonObject, text: string): Cuts | null {
  const found = placesIn(frame, event, text).sort((one, other) => one.from - other.from)
  if (!found.some(({ kind }) => kind === 'text')) return null
  const cuts: Cuts = { pieces: [], values: [], varying: [] }
  let at = 0
  for (const { kind, from, to } of found) {
    if (from < at) return null
    cuts.pieces.push(frame.slice(at, from))
    cuts.values.push(frame.slice(from, to))
    cuts.varying.push(kind)
    at = to
  }
  cuts.pieces.push(frame.slice(at))
  return cuts
}

/** Where the varying values are, without quotes. */
function placesIn(frame: string, event: JsonObject, text: string): { kind: Varying; from: number; to: number }[] {
  const words: [Varying, string, string][] = [['text', '', JSON.stringify(text)]]
  for (const [name, kind] of ASIDES)
    if (typeof event[name] === kind) words.push([kind, `"${name}":`, JSON.stringify(event[name])])
  return words.flatMap(([kind, name, value]) => {
    const at = onlyPlaceOf(name + value, frame)
    if (at < 0) return []
    const quotes = kind === 'number' ? 0 : 1
    const from = at + name.length + quotes
    return [{ kind, from, to: from + value.length - 2 * quotes }]
  })
}

/** Returns -1 also if there are two. */
function onlyPlaceOf(word: string, frame: string): number {
  const at = frame.indexOf(word)
  return frame.indexOf(word, at + 1) >= 0 ? -1 : at
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** The tokens of the text of a frame that follows the pattern; null: it does not. */
function tokensOf({ chunk, start, end }: UsualFrame, { pieces, varying }: Pattern): number | null {
  const limit = end + FRAME_END
  let at = start
  let tokens: number | null = 0
  for (let piece = 0; piece < pieces.length; piece++) {
    const bytes = pieces[piece]
    if (!bytes || !isAt(chunk, at, bytes)) return null
    at += bytes.length
    const kind = varying[piece]
    if (kind === undefined) break
    const to = kind === 'number' ? endOfNumber(chunk, at) : endOfString(chunk, at, limit)
    if (to < 0) return null
    if (kind === 'text') tokens = tokensBetween(chunk, at, to)
    // an escape may be invalid, which only reading it shows
    else if (chunk.subarray(at, to).includes(BACKSLASH)) return null
    if (tokens === null) return null
    at = to
  }
  return at === limit ? tokens : null
}

/** The two line feeds after a usual frame. */
const FRAME_END = 2

function isAt(chunk: Uint8Array, start: number, bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) if (chunk[start + at] !== bytes[at]) return false
  return true
}

/** Where the quote after a string is; -1: its bytes are no string's. */
function endOfString(chunk: Uint8Array, from: number, limit: number): number {
  for (let at = from; at < limit; at++) {
    const code = chunk[at] ?? 0
    if (code === QUOTE) return at
    if (code < SPACE) return -1
    if (code === BACKSLASH) at++
  }
  return -1
}

/** Where a number of digits ends; -1: it is none. */
function endOfNumber(chunk: Uint8Array, from: number): number {
  let at = from
  while ((chunk[at] ?? 0) >= ZERO && (chunk[at] ?? 0) <= NINE) at++
  return at === from || (chunk[from] === ZERO && at > from + 1) ? -1 : at
}

/** null: an escape is invalid. */
function tokensBetween(chunk: Uint8Array, from: number, to: number): number | null {
  let isAscii = true
  let hasEscapes = false
  for (let at = from; at < to; at++) {
    const code = chunk[at] ?? 0
    if (code === BACKSLASH) hasEscapes = true
    else if (code >= ASCII_END) isAscii = false
  }
  if (isAscii && !hasEscapes) return estimateAscii(chunk, from, to)
  const written = decoder.decode(chunk.subarray(from, to))
  const text = hasEscapes ? tryParse(`"${written}"`) : written
  return typeof text === 'string' ? estimateTokens(text) : null
}
