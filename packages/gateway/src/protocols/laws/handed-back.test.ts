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

/** The parts of a streamed answer that Gemini clients send back. */
const CLIENTS: Readonly<Record<string, (parts: readonly JsonObject[]) => JsonObject[]>> = {
  '@google/genai, which keeps all': parts => [...parts],
  'Gemini CLI, which drops thoughts and joins texts': parts => joined(parts.filter(({ thought }) => thought !== true)),
  'the AI SDK, which drops the signature of a streamed thought': parts =>
    parts.filter(({ thought, text }) => thought !== true || text !== '').map(unsignedThought),
}

describe.each(Object.entries(CLIENTS))('%s', (_name, handBack) => {
  test('returns each thought once, with its words and its signature, before what it led to', () => {
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

test('a client that keeps only what calls carry returns the thoughts before them, ahead of the text between', () => {
  const thought = (value: string) => ({ origin: 'anthropic', value })
  const events: AnswerEvent[] = [
    { type: 'start', id: 'a', model: 'm' },
    { type: 'open', index: 0, part: { type: 'reasoning' } },
    { type: 'delta', index: 0, text: 'first' },
    { type: 'signature', index: 0, signature: thought('one') },
    { type: 'close', index: 0 },
    { type: 'open', index: 1, part: { type: 'text' } },
    { type: 'delta', index: 1, text: 'I look it up.' },
    { type: 'close', index: 1 },
    { type: 'open', index: 2, part: { type: 'reasoning' } },
    { type: 'delta', index: 2, text: 'second' },
    { type: 'signature', index: 2, signature: thought('two') },
    { type: 'close', index: 2 },
    { type: 'open', index: 3, part: { type: 'tool-call', id: 'call_1', name: 'look' } },
    { type: 'delta', index: 3, text: '{}' },
    { type: 'close', index: 3 },
    { type: 'finish', reason: 'tool-calls', usage: null },
  ]
  const kept = partsOfStream(events)
    .filter(({ thought: isThought }) => isThought !== true)
    .map(({ thoughtSignature, ...part }) => (part.functionCall ? { ...part, thoughtSignature } : part))
  expect(readBack(kept)).toEqual([
    { type: 'reasoning', text: 'first', signature: thought('one') },
    { type: 'text', text: 'I look it up.' },
    { type: 'reasoning', text: 'second', signature: thought('two') },
    { type: 'tool-call', id: 'call_1', name: 'look', arguments: '{}' },
  ])
})

test('any number of thoughts cost no more than once each', () => {
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
  // all clients omit empty parts
  return parts.filter(({ text, thoughtSignature }) => text !== '' || thoughtSignature !== undefined)
}

function readBack(parts: readonly JsonObject[]): Part[] {
  const contents = [{ role: 'user', parts: [{ text: 'Hi' }] }, ...parts.map(part => ({ role: 'model', parts: [part] }))]
  const { turns } = gemini.readRequest({ contents }, { model: context.id, stream: true })
  return turns.filter(({ role }) => role === 'assistant').flatMap(turn => turn.parts)
}
