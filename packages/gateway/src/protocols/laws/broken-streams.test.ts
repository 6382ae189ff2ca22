import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { AnswerEvent } from '../../canonical/answer.ts'
import { dialects } from '../index.ts'
import { readRecordings } from './recordings.ts'
import { readChunks, streamText } from './run.ts'

/** The event that ends a stream for each kind of client. */
const LAST_WORDS: Readonly<Record<keyof typeof dialects, RegExp>> = {
  'openai-chat': /^data: (\[DONE\]|\{"error":)/gm,
  'openai-responses': /^event: (response\.(completed|incomplete|failed)|error)$/gm,
  'anthropic-messages': /^event: (message_stop|error)$/gm,
  gemini: /^data: (\{"error":|.*"finishReason":)/gm,
}

const streams = readRecordings().flatMap(({ dialect, stream }) =>
  stream && stream.length < 20_000 ? [{ dialect, stream }] : [],
)

/** Damage that a network and a broken upstream do to a stream. */
const damages = fc.record({
  recording: fc.constantFrom(...streams),
  kind: fc.constantFrom('cut', 'drop', 'repeat', 'swap', 'garble'),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.integer({ min: 1, max: 400 }),
})

describe('a broken stream', () => {
  test('ends for every client with exactly one last event', () => {
    fc.assert(
      fc.property(damages, ({ recording, kind, at, length }) => {
        const bytes = damage(recording.stream, kind, Math.floor(at * recording.stream.length), length)
        const events = readChunks(recording.dialect, [bytes])
        expect(events.filter(isTerminal)).toHaveLength(1)
        for (const [id, dialect] of Object.entries(dialects)) {
          const { text } = streamText(dialect, events)
          const lastWords = text.match(LAST_WORDS[id as keyof typeof dialects]) // the registry's own keys
          expect(lastWords).toHaveLength(1)
        }
      }),
      { seed: 20260801, numRuns: 1500 },
    )
  })
})

const isTerminal = (event: AnswerEvent): boolean => event.type === 'finish' || event.type === 'error'

function damage(bytes: Uint8Array, kind: string, at: number, length: number): Uint8Array {
  const before = bytes.subarray(0, at)
  const piece = bytes.subarray(at, at + length)
  const after = bytes.subarray(at + length)
  switch (kind) {
    case 'cut':
      return before
    case 'drop':
      return Buffer.concat([before, after])
    case 'repeat':
      return Buffer.concat([before, piece, piece, after])
    case 'swap':
      return Buffer.concat([before, after.subarray(0, length), piece, after.subarray(length)])
    default:
      return Buffer.concat([before, piece.map(byte => byte ^ 0x15), after])
  }
}
