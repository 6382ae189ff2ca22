import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { AnswerEvent } from '../../canonical/answer.ts'
import { parseExact } from '../../canonical/exact-json.ts'
import { gather } from '../../canonical/gather.ts'
import type { Part } from '../../canonical/parts.ts'
import { asObject, asObjects, dig, type JsonObject } from '../../raw/json.ts'
import { splitSse } from '../../stage/sse.ts'
import { dialect as gemini } from '../gemini/dialect.ts'
import { answers } from './arbitrary.ts'
import { context, streamText } from './run.ts'

/** What clients of Gemini hand back of a streamed answer, part by part as it came. */
const CLIENTS: Readonly<Record<string, (parts: readonly JsonObject[]) => JsonObject[]>> = {
  '@google/genai, which keeps all': parts => [...parts],
  'Gemini CLI, which drops thoughts and joins texts': parts => joined(parts.filter(({ thought }) => thought !== true)),
  'the AI SDK, which drops the signature of a streamed thought': parts =>
    parts.filter(({ thought, text }) => thought !== true || text !== '').map(unsignedThought),
}

describe.each(Object.entries(CLIENTS))('%s', (_name, handBack) => {
  test('brings every thought back, once, with its words and its signature, before what it led to', () => {
    fc.assert(
      fc.property(answers, events => {
        const before = gather(events).parts
        const after = readBack(handBack(partsOfStream(events)))
        expect(after.filter(isThought)).toEqual(before.filter(isThought))
        expect(after.map(({ type }) => type)).toEqual(before.map(({ type }) => type))
        expect(after.filter(isCall)).toEqual(before.filter(isCall))
      }),
      { numRuns: 100, seed: 10 },
    )
  })
})

test('thoughts without end cost no more than once each', () => {
  const thought = (at: number) => ({ origin: 'anthropic', value: `v${at}` })
  const many = Array.from({ length: 4_000 }, (_, at): AnswerEvent[] => [
    { type: 'open', index: 2 * at, part: { type: 'reasoning' } },
    { type: 'signature', index: 2 * at, signature: thought(at) },
    { type: 'close', index: 2 * at },
    { type: 'open', index: 2 * at + 1, part: { type: 'text' } },
    { type: 'delta', index: 2 * at + 1, text: 'a' },
    { type: 'close', index: 2 * at + 1 },
  ]).flat()
  const events: AnswerEvent[] = [
    { type: 'start', id: 'a', model: 'm' },
    ...many,
    { type: 'finish', reason: 'stop', usage: null },
  ]
  const wire = partsOfStream(events).filter(({ thought }) => thought !== true)
  expect(readBack(wire).filter(isThought)).toHaveLength(4_000)
})

const isThought = (part: Part) => part.type === 'reasoning'
const isCall = (part: Part) => part.type === 'tool-call'

function joined(parts: readonly JsonObject[]): JsonObject[] {
  const kept: JsonObject[] = []
  for (const part of parts) {
    const last = kept.at(-1)
    if (last?.text && typeof part.text === 'string') last.text = `${last.text}${part.text}`
    else kept.push({ ...part })
  }
  return kept
}

const unsignedThought = (part: JsonObject): JsonObject => {
  const { thoughtSignature: _dropped, ...rest } = part
  return part.thought === true ? rest : part
}

function partsOfStream(events: readonly AnswerEvent[]): JsonObject[] {
  const frames = splitSse().push(new TextEncoder().encode(streamText(gemini, events).text))
  const parts = frames.flatMap(({ data }) => {
    const [candidate] = asObjects(asObject(parseExact(data ?? '{}'))?.candidates)
    return asObjects(dig(candidate, 'content.parts'))
  })
  // every client leaves out what is nothing
  return parts.filter(({ text, thoughtSignature }) => text !== '' || thoughtSignature !== undefined)
}

function readBack(parts: readonly JsonObject[]): Part[] {
  const contents = [{ role: 'user', parts: [{ text: 'Hi' }] }, ...parts.map(part => ({ role: 'model', parts: [part] }))]
  const { turns } = gemini.readRequest({ contents }, { model: context.id, stream: true })
  return turns.filter(({ role }) => role === 'assistant').flatMap(turn => turn.parts)
}
