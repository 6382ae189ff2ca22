import type { AnswerEvent } from '../../canonical/answer.ts'
import { grammar } from '../../canonical/grammar.ts'
import type { UpstreamError } from '../../errors/upstream-error.ts'
import { asObject, type JsonObject } from '../../raw/json.ts'
import type { AnswerReaderStage, Frame, SoFar } from './dialect.ts'

export type Emit = (event: AnswerEvent) => void

/** How a dialect turns the parsed messages of its stream into events. */
export interface WireReader {
  read(wire: JsonObject, event: string | null): void
  /** `done`: the stream ended with `[DONE]`. Emits the rest of the answer, if it is complete. */
  end(done: boolean): void
  /** Absent: nothing is known before the last event. */
  soFar?: SoFar
}

/**
 * Returns a dialect's stream reader: it parses frames and emits only a well-formed sequence of events, whatever the
 * input.
 */
export function frameReader(
  makeReader: (emit: Emit) => WireReader,
  parse: (text: string) => unknown = JSON.parse,
): AnswerReaderStage {
  let emitted: AnswerEvent[] = []
  let over = false
  const reader = makeReader(event => emitted.push(event))
  const checked = grammar()

  const fail = (what: string): void => {
    emitted.push({ type: 'error', error: unreadable(what) })
  }

  const drain = (): AnswerEvent[] => {
    if (emitted.length === 0) return []
    const events = emitted.length === 1 ? checked.push(emitted[0] as AnswerEvent) : emitted.flatMap(checked.push)
    emitted = []
    const last = events.at(-1)
    over ||= last?.type === 'finish' || last?.type === 'error'
    return events
  }

  const read = (frame: Frame): void => {
    const data = frame.data?.trim()
    if (frame.isOversized) fail('a message too long to be read')
    else if (data === '[DONE]') reader.end(true)
    else if (data) readJson(data, frame.event)
  }

  const readJson = (data: string, event: string | null): void => {
    const wire = parseObject(data, parse)
    if (wire) reader.read(wire, event)
    else fail('a message that is no JSON object')
  }

  return {
    ...(reader.soFar && { soFar: reader.soFar }),
    push(frame) {
      if (over) return []
      read(frame)
      return drain()
    },
    end() {
      if (over) return []
      reader.end(false)
      return [...drain(), ...checked.end()]
    },
  }
}

/** Returns an answer that is not streamed as the messages of its stream. */
export function readAtOnce(makeReader: (emit: Emit) => WireReader, wires: Iterable<JsonObject>): AnswerEvent[] {
  const emitted: AnswerEvent[] = []
  const reader = makeReader(event => emitted.push(event))
  for (const wire of wires) reader.read(wire, null)
  reader.end(true)
  const checked = grammar()
  return [...emitted.flatMap(checked.push), ...checked.end()]
}

function parseObject(data: string, parse: (text: string) => unknown): JsonObject | null {
  try {
    return asObject(parse(data))
  } catch {
    return null
  }
}

const unreadable = (what: string): UpstreamError => ({
  status: 502,
  message: `The upstream sent ${what}.`,
  type: 'upstream_error',
  code: 'malformed_answer',
  param: null,
})
