import { findError, isAnswer, UNREADABLE } from '../errors/index.ts'
import { isObject, type JsonObject, tryParse } from '../raw/json.ts'
import type { Stage } from '../raw/stage.ts'
import { joinFrames, type SseFrame, splitSse } from '../stage/sse.ts'
import { noteSuspect } from './note.ts'
import { RepeatedText } from './repeated-text.ts'
import { newTally, type Tally } from './tally.ts'

/** Observes a streamed response as it passes. */
export interface StreamObserver {
  /** Takes a network chunk and returns the bytes for the client: the same array, another one, or null for none yet. */
  push(chunk: Uint8Array): Uint8Array | null
  /** Ends the input; returns the bytes held back. */
  end(): Uint8Array | null
  /** Ends the stream here: returns the protocol's own stop for length, to send after the bytes pushed so far. */
  stop(): Uint8Array
  /** Current after every push. */
  readonly tally: Readonly<Tally>
}

/** Observes the responses of one wire format without converting them. */
export interface ObserverFactory {
  /**
   * `hideUsage` withholds an event that only reports usage, because the gateway requested it, not the client. Otherwise
   * each chunk is passed on at once, unchanged. `asArray`: the stream is one JSON array, as Gemini's can be.
   */
  stream(options: StreamOptions): StreamObserver
  /** Reads a response that is not streamed. Never throws: an unreadable response becomes the tally's `error`. */
  whole(body: string): Tally
}

export interface StreamOptions {
  hideUsage: boolean
  asArray?: boolean
  /** The content type the upstream declares, for formats that can stream different things. */
  contentType?: string
}

/** How to read the responses of a wire format. */
export interface AnswerReader {
  /** Notes one stream event, or a whole answer, in the tally. */
  read(event: JsonObject, tally: Tally): void
  /** The text of a stream event that may contain nothing else of interest. Default: every event is read. */
  textOf?(event: JsonObject): string | null
  /** Whether a stream event only reports usage. Default: none does. */
  reportsOnlyUsage?(event: JsonObject): boolean
  /** The events that end a stream for length, after the last one that passed; absent: the format is not streamed. */
  stop?(last: JsonObject, tally: Readonly<Tally>): StopEvent[]
  /** Its streams have no last event: they end when the connection closes. */
  endsByClosing?: true
  /** How a stream is cut into events. Default: as server-sent events. */
  split?(): Stage<Uint8Array, SseFrame>
}

/** An event to write, or the literal `[DONE]`. */
export type StopEvent = { event?: string; data: JsonObject | '[DONE]' }

export function makeObserver(reader: AnswerReader): ObserverFactory {
  return {
    stream: ({ hideUsage, asArray = false }) => observe(reader, hideUsage, asArray ? closeArray : endEvents),
    whole: body => readWhole(reader, body),
  }
}

function observe(reader: AnswerReader, hideUsage: boolean, write: (last: StopEvent[]) => string): StreamObserver {
  const splitter = (reader.split ?? splitSse)()
  const tally = newTally()
  const repeated = new RepeatedText(reader)
  let last: JsonObject = {}
  /** The last frame, if it was not read. */
  let unread: SseFrame | null = null
  /** Reads a frame. Returns whether it passes if usage is hidden. */
  const passes = (frame: SseFrame): boolean => {
    if (repeated.note(frame, tally)) {
      unread = frame
      return true
    }
    unread = null
    const { asides } = tally
    const event = readFrame(reader, frame, tally)
    if (event) last = event
    repeated.learn(frame, tally.asides === asides ? event : null)
    return !(event && reader.reportsOnlyUsage?.(event))
  }
  const readFrames = (frames: SseFrame[]): Uint8Array | null => {
    if (hideUsage) return joinFrames(frames.filter(passes))
    for (const frame of frames) passes(frame)
    return null
  }

  return {
    tally,
    push(chunk) {
      tally.outputBytes += chunk.length
      const kept = readFrames(splitter.push(chunk))
      return hideUsage ? kept : chunk
    },
    end() {
      const kept = readFrames(splitter.end())
      // Some hosts omit the last event; an answer with a finish reason is whole.
      const isWhole = reader.endsByClosing || tally.finishReason !== null
      if (isWhole && tally.error === null) tally.finished = true
      return kept
    },
    stop() {
      const event = unread && tryParse(unread.data ?? '')
      return new TextEncoder().encode(write(reader.stop?.(isObject(event) ? event : last, tally) ?? []))
    },
  }
}

const endEvents = (last: StopEvent[]): string =>
  last
    .map(({ event, data }) => {
      const name = event ? `event: ${event}\n` : ''
      return `${name}data: ${data === '[DONE]' ? data : JSON.stringify(data)}\n\n`
    })
    .join('')

const closeArray = (last: StopEvent[]): string => `${last.map(({ data }) => `,${JSON.stringify(data)}`).join('')}]`

/** Notes a frame in the tally; returns its event, if any. */
function readFrame(reader: AnswerReader, frame: SseFrame, tally: Tally): JsonObject | null {
  if (frame.isOversized) noteSuspect(tally, 'frame too long to read')
  const data = frame.data?.trim() ?? ''
  if (data === '[DONE]') {
    tally.finished = true
    return null
  }
  // parsing invalid text is slow, and such text is not an event
  const event = data.startsWith('{') ? tryParse(data) : undefined
  if (!isAnswer(frame, event)) tally.asides++
  if (!isObject(event)) return null
  if (event.error || event.type === 'error' || frame.event === 'error') tally.error = findError(event)
  reader.read(event, tally)
  return event
}

function readWhole(reader: AnswerReader, body: string): Tally {
  const tally = newTally()
  tally.outputBytes = Buffer.byteLength(body)
  const answer = tryParse(body)
  // Gemini streams one JSON array of events to clients that do not ask for server-sent events.
  const events = Array.isArray(answer) ? answer : [answer]
  for (const event of events) {
    if (isObject(event)) reader.read(event, tally)
    tally.error ??= errorIn(event, tally)
  }
  tally.finished = tally.error === null
  tally.usageIsFinal = tally.usage !== null
  return tally
}

function errorIn(event: unknown, tally: Tally): Tally['error'] {
  if (!isObject(event)) return UNREADABLE
  // Some servers answer 200 with only a message and their own code.
  const saysNothingElse = !tally.produced && tally.usage === null && tally.finishReason === null
  return event.error || saysNothingElse ? findError(event) : null
}
