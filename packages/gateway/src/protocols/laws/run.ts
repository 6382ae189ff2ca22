import type { Answer, AnswerEvent } from '../../canonical/answer.ts'
import { parseExact } from '../../canonical/exact-json.ts'
import { gather } from '../../canonical/gather.ts'
import type { Dialect, WriteAnswerContext } from '../common/dialect.ts'
import type { Loss } from '../common/losses.ts'
import { type UpstreamDialectId, upstreamDialects } from '../index.ts'
import { framingOf, type Recording } from './recordings.ts'

export const context: WriteAnswerContext = { id: 'id-1', requestId: 'req-1', created: 1, includeUsage: true }

/** Returns the events of a stream whose bytes came in these chunks. */
export function readChunks(dialect: UpstreamDialectId, chunks: readonly Uint8Array[]): AnswerEvent[] {
  const framing = framingOf(dialect)
  const reader = upstreamDialects[dialect].readStream()
  const events: AnswerEvent[] = []
  for (const chunk of chunks) for (const frame of framing.push(chunk)) events.push(...reader.push(frame))
  for (const frame of framing.end()) events.push(...reader.push(frame))
  return [...events, ...reader.end()]
}

export const readRecording = ({ dialect, stream, body }: Recording): AnswerEvent[] =>
  stream ? readChunks(dialect, [stream]) : upstreamDialects[dialect].readWhole(body)

/** The stream that a client of this dialect receives. */
export function streamText(
  dialect: Pick<Dialect, 'writeStream'>,
  events: readonly AnswerEvent[],
  asked = context,
): { text: string; losses: Loss[] } {
  const writer = dialect.writeStream(asked)
  const pieces = events.flatMap(event => writer.push(event))
  return { text: [...pieces, ...writer.end()].join(''), losses: writer.losses }
}

/** An answer written as a stream in a dialect and read back. */
export function throughStream(dialect: Dialect, events: readonly AnswerEvent[]): { answer: Answer; losses: Loss[] } {
  const { text, losses } = streamText(dialect, events)
  const id = dialect.id as UpstreamDialectId // every dialect clients speak is registered for providers too
  return { answer: gather(readChunks(id, [new TextEncoder().encode(text)])), losses }
}

/** An answer written whole in a dialect and read back. */
export function throughWhole(dialect: Dialect, answer: Answer): { answer: Answer; losses: Loss[] } {
  const { body, losses } = dialect.writeWhole(answer, context)
  return { answer: gather(dialect.readWhole(parseExact(JSON.stringify(body)))), losses }
}

/** Bytes cut at odd places, the same for the same seed. */
export function cut(bytes: Uint8Array, seed: number): Uint8Array[] {
  const chunks: Uint8Array[] = []
  let state = seed
  for (let at = 0; at < bytes.length; ) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    const length = 1 + (state % 97)
    chunks.push(bytes.subarray(at, at + length))
    at += length
  }
  return chunks
}
