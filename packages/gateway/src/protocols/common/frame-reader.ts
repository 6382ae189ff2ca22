import type { AnswerEvent } from '../../canonical/answer.ts'
import { grammar } from '../../canonical/grammar.ts'
import type { UpstreamError } from '../../errors/upstream-error.ts'
import { asObject, type JsonObject } from '../../raw/json.ts'
import type { AnswerReaderStage, Frame, SoFar } from './dialect.ts'

export type Emit = (event: AnswerEvent) => void

/** What a dialect knows of its own stream: how one parsed message becomes events. */
export interface WireReader {
  read(wire: JsonObject, event: string | null): void
  /** `done`: the stream said `[DONE]`. What else the answer needs to be complete is emitted now, if it is complete. */
  end(done: boolean): void
  /** Absent: nothing is known before the last event. */
  soFar?: SoFar
}

/** Returns the stream reader of a dialect: parses frames, and whatever comes, lets only a well-formed run of events out. */
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

/** Returns an answer that is not streamed, as the messages its stream would have had. */
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
