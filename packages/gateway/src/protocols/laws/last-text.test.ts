import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Answer, AnswerEvent } from '../../canonical/answer.ts'
import { gather } from '../../canonical/gather.ts'
import type { Part } from '../../canonical/parts.ts'
import { asObject, asObjects, dig, type JsonObject, tryParse } from '../../raw/json.ts'
import { splitSse } from '../../stage/sse.ts'
import { dialect as messages } from '../anthropic-messages/dialect.ts'
import type { Dialect } from '../common/dialect.ts'
import { dialect as responses } from '../openai-responses/dialect.ts'
import { answerEvents } from './answer-events.ts'
import { readRecordings } from './recordings.ts'
import { context, readChunks, readRecording, streamText } from './run.ts'

/** Agents take the last block or item of an answer as its text: Claude Code prints it, and prints nothing if it is not text. */

const recorded = readRecordings()
  .filter(recording => recording.status === 200)
  .map(recording => ({ name: recording.name, events: readRecording(recording) }))
  .filter(({ events }) => endsWithText(gather(events)))

const signature = fc.record({
  origin: fc.constantFrom('anthropic', 'openai', 'google'),
  value: fc.uint8Array({ minLength: 1, maxLength: 6 }).map(bytes => Buffer.from(bytes).toString('base64')),
})
const silent: fc.Arbitrary<Part> = signature.map(made => ({ type: 'reasoning', text: '', signature: made }))
const finalText: fc.Arbitrary<Part> = fc.option(signature).map(made => ({
  type: 'text',
  text: 'Said.',
  ...(made && { signature: made }),
}))
const part: fc.Arbitrary<Part> = fc.oneof(
  silent,
  finalText,
  signature.map((made): Part => ({ type: 'reasoning', text: 'Hm.', signature: made })),
  fc.option(signature).map(
    (made): Part => ({
      type: 'tool-call',
      id: 'call',
      name: 'look',
      arguments: '{}',
      ...(made && { signature: made }),
    }),
  ),
)

const numbered = (made: Part, at: number): Part => (made.type === 'tool-call' ? { ...made, id: `call_${at}` } : made)

test('enough recordings end with a signed text', () => {
  const signed = recorded.filter(({ events }) =>
    gather(events).parts.some(part => part.type === 'text' && part.signature),
  )
  expect(signed.length).toBeGreaterThan(60)
})

test.each([[0], [1], [2]])('a text signed with piece %d of three is one text', at => {
  const chunks = ['All ', 'that ', 'was said'].map((text, place) => ({
    candidates: [{ content: { parts: [{ text, ...(place === at && { thoughtSignature: 'c2ln' }) }] } }],
  }))
  const frames = [...chunks, { candidates: [{ finishReason: 'STOP' }] }].map(
    chunk => `data: ${JSON.stringify(chunk)}\n\n`,
  )
  const { parts } = gather(readChunks('gemini', [new TextEncoder().encode(frames.join(''))]))
  expect(parts).toEqual([{ type: 'text', text: 'All that was said', signature: { origin: 'google', value: 'c2ln' } }])
})

describe.each([
  { client: messages, streamed: blocksOfStream, whole: (body: JsonObject) => asObjects(body.content), type: 'text' },
  { client: responses, streamed: itemsOfStream, whole: (body: JsonObject) => asObjects(body.output), type: 'message' },
])('a client of $client.id finds the final text last', ({ client, streamed, whole, type }) => {
  const check = (events: readonly AnswerEvent[]) => {
    const answer = gather(events)
    const said = textOf(answer.parts.findLast(part => part.type === 'text'))
    for (const blocks of [...streamed(client, events), whole(client.writeWhole(answer, context).body)]) {
      const last = blocks.at(-1)
      expect(last?.type).toBe(type)
      if (answer.others.length === 0) expect(textIn(last)).toEndWith(said)
    }
  }

  test.each(recorded)('$name', ({ events }) => check(events))

  test('in any order of thoughts, signatures and calls before it', () => {
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 6 }),
        finalText,
        fc.array(silent, { maxLength: 2 }),
        (before, said, after) => check(answerEvents([...before, said, ...after].map(numbered))),
      ),
      { numRuns: 100, seed: 10 },
    )
  })
})

/** Whether the last visible part is a text. */
function endsWithText({ parts, error }: Answer): boolean {
  const shown = parts.filter(made => made.type !== 'reasoning' || made.text !== '')
  return error === null && textOf(shown.at(-1)) !== ''
}

function textOf(made: Part | undefined): string {
  return made?.type === 'text' ? made.text : ''
}

const textIn = (block: JsonObject | undefined): string =>
  block?.type === 'text'
    ? String(block.text)
    : String(
        asObjects(block?.content)
          .map(each => each.text ?? each.refusal)
          .join(''),
      )

/** Gathers the blocks as an SDK does. */
function blocksOfStream(client: Dialect, events: readonly AnswerEvent[]): JsonObject[][] {
  const blocks: JsonObject[] = []
  for (const event of eventsOf(client, events)) {
    if (event.type === 'content_block_start') blocks.push({ ...asObject(event.content_block) })
    const text = dig(event, 'delta.text')
    const block = blocks.at(-1)
    if (block && typeof text === 'string') block.text = `${block.text}${text}`
  }
  return [blocks]
}

/** Items in the order they finish, as Codex keeps them, and in the order of the last event. */
function itemsOfStream(client: Dialect, events: readonly AnswerEvent[]): JsonObject[][] {
  const written = eventsOf(client, events)
  const done = written.filter(({ type }) => type === 'response.output_item.done')
  return [done.map(({ item }) => asObject(item) ?? {}), [...asObjects(dig(written.at(-1), 'response.output'))]]
}

const eventsOf = (client: Dialect, events: readonly AnswerEvent[]): JsonObject[] =>
  splitSse()
    .push(new TextEncoder().encode(streamText(client, events).text))
    .map(({ data }) => asObject(tryParse(data ?? '')) ?? {})
