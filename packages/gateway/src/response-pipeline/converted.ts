import type { AnswerEvent } from '../canonical/answer.ts'
import { unwrapCustomCalls } from '../canonical/custom-tools.ts'
import { parseExact } from '../canonical/exact-json.ts'
import { gather } from '../canonical/gather.ts'
import type { CanonicalRequest } from '../canonical/request.ts'
import { UNREADABLE } from '../errors/index.ts'
import type { StreamObserver } from '../observers/observer.ts'
import type { ClientDialect, Frame, UpstreamDialect, WriteAnswerContext } from '../protocols/common/dialect.ts'
import { type Loss, lose } from '../protocols/common/losses.ts'
import { chain, type Stage } from '../raw/stage.ts'
import type { ResponsePipeline } from './pipeline.ts'
import { tallyEvents } from './tally-events.ts'

/** The parts needed to convert an answer from one dialect to another. */
export interface Conversion {
  /** Free-text tools the client named: calls of functions with these names are calls of those tools. */
  customTools: ReadonlySet<string>
  client: ClientDialect
  upstream: UpstreamDialect
  /** Cuts the upstream's bytes into its messages. */
  framing(): Stage<Uint8Array, Frame>
  /** The family whose signatures this upstream gives; absent: its dialect's own. */
  origin?: string
  answer: WriteAnswerContext
  /** Further changes to the answer; absent: none. */
  reshape?(): Stage<AnswerEvent, AnswerEvent>
  /** Collects the losses. */
  losses: Loss[]
}

/** Returns the pipeline that reads the upstream's answer in its dialect and writes it in the client's. */
export function converted(conversion: Conversion): ResponsePipeline {
  return {
    stream: () => streamConverted(conversion),
    whole: body => wholeConverted(conversion, body),
    contentType: {
      stream: conversion.answer.asArray ? 'application/json' : 'text/event-stream',
      whole: 'application/json',
    },
  }
}

function streamConverted(conversion: Conversion): StreamObserver {
  const { client, upstream, framing, origin, answer, losses } = conversion
  const frames = framing()
  const reader = upstream.readStream(origin ? { origin } : {})
  const reshape = reshaping(conversion)
  const writer = client.writeStream(answer)
  const { tally, note, noteProgress } = tallyEvents({
    soFar: reader.soFar,
    showsReasoning: upstream.id === 'openai-chat',
  })
  const encoder = new TextEncoder()
  const open = new Set<number>()
  let noted = 0

  // At once, because the log is written before the client gets the end.
  const noteLosses = (): void => {
    addLosses(losses, writer.losses.slice(noted))
    noted = writer.losses.length
  }
  const write = (events: readonly AnswerEvent[]): string => {
    let text = ''
    for (const event of events) {
      note(event)
      addLost(losses, event)
      if (event.type === 'open') open.add(event.index)
      else if (event.type === 'close') open.delete(event.index)
      for (const reshaped of reshape.push(event)) for (const piece of writer.push(reshaped)) text += piece
    }
    if (writer.losses.length > noted) noteLosses()
    return text
  }
  const encode = (text: string): Uint8Array | null => (text === '' ? null : encoder.encode(text))

  return {
    tally,
    push(chunk) {
      tally.outputBytes += chunk.length
      let text = ''
      for (const frame of frames.push(chunk)) {
        text += write(reader.push(frame))
        noteProgress()
      }
      return encode(text)
    },
    end() {
      let text = ''
      for (const frame of frames.end()) text += write(reader.push(frame))
      text += write(reader.end())
      for (const piece of writer.end()) text += piece
      noteLosses()
      return encode(text)
    },
    stop() {
      const closes = [...open].map(index => ({ type: 'close', index }) as const)
      const text = write([...closes, { type: 'finish', reason: 'length', usage: null }])
      return encoder.encode([text, ...writer.end()].join(''))
    },
  }
}

function wholeConverted(conversion: Conversion, bytes: Uint8Array) {
  const { client, upstream, answer, losses } = conversion
  const { tally, note } = tallyEvents()
  tally.outputBytes = bytes.length
  const events = upstream.streamsOnly && !isJson(bytes) ? collected(conversion, bytes) : readBody(conversion, bytes)
  for (const event of events) {
    note(event)
    addLost(losses, event)
  }
  if (tally.error) return { body: bytes, tally }
  const reshape = reshaping(conversion)
  const written = client.writeWhole(gather(events.flatMap(reshape.push)), answer)
  addLosses(losses, written.losses)
  return { body: new TextEncoder().encode(JSON.stringify(written.body)), tally }
}

/** Hosts that only stream still send errors as JSON. */
const isJson = (bytes: Uint8Array): boolean => bytes[0] === OPENING_BRACE
const OPENING_BRACE = 0x7b

/** Returns the events of a stream that has been read to its end. */
function collected({ upstream, framing, origin }: Conversion, bytes: Uint8Array): AnswerEvent[] {
  const frames = framing()
  const reader = upstream.readStream({ ...(origin && { origin }), isCollected: true })
  return [...[...frames.push(bytes), ...frames.end()].flatMap(frame => reader.push(frame)), ...reader.end()]
}

function readBody({ upstream, origin }: Conversion, bytes: Uint8Array): AnswerEvent[] {
  try {
    return upstream.readWhole(parseExact(new TextDecoder().decode(bytes)), origin ? { origin } : {})
  } catch {
    return [{ type: 'error', error: UNREADABLE }]
  }
}

function reshaping({ customTools, reshape }: Conversion): Stage<AnswerEvent, AnswerEvent> {
  const unwrap = unwrapCustomCalls(customTools)
  return reshape ? chain(unwrap, reshape()) : unwrap
}

export const customToolsOf = (request: CanonicalRequest): ReadonlySet<string> =>
  new Set(request.tools.flatMap(tool => (tool.type === 'custom' ? [tool.name] : [])))

/** Adds the losses that the answer itself declares. */
function addLost(losses: Loss[], event: AnswerEvent): void {
  if (event.type === 'finish' && event.lost) addLosses(losses, [event.lost])
}

function addLosses(losses: Loss[], more: readonly Loss[]): void {
  for (const { what, why } of more) lose(losses, what, why)
}
