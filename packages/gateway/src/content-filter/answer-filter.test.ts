import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { splitSse } from '../stage/sse.ts'
import { answerWords } from './answer-filter.ts'

const words = answerWords(['Forbidden', 'bid me', 'aba', '禁词', 'ünder'])
if (!words) throw new Error('there are words')

const chat = (content: string, index = 0) => ({
  object: 'chat.completion.chunk',
  choices: [{ index, delta: { content } }],
})
const anthropic = (text: string, index = 0) => ({
  type: 'content_block_delta',
  index,
  delta: { type: 'text_delta', text },
})
const responses = (delta: string, content_index = 0) => ({
  type: 'response.output_text.delta',
  item_id: 'm',
  content_index,
  delta,
})
const gemini = (text: string, index = 0) => ({ candidates: [{ index, content: { parts: [{ text }], role: 'model' } }] })
const DIALECTS = { chat, anthropic, responses, gemini }
const stringOf = (event: string): string => {
  const { choices, delta, candidates } = JSON.parse(event)
  return choices?.[0].delta.content ?? delta?.text ?? delta ?? candidates?.[0].content.parts[0].text
}
const frame = (event: object) => `data: ${JSON.stringify(event)}\n\n`
const framesOf = (text: string) => {
  const splitter = splitSse()
  return [...splitter.push(new TextEncoder().encode(text)), ...splitter.end()]
}
const joined = (pieces: Uint8Array[]) => Buffer.concat(pieces).toString()

/** The text a client gets from a stream of these frames. */
function passed(events: readonly object[]): { out: string[]; hasFound: boolean } {
  const filter = words?.stream()
  if (!filter) throw new Error('there are words')
  const out = events.map(event => joined(filter.push(framesOf(frame(event)))))
  return { out: [...out, joined(filter.end())], hasFound: filter.hasFound }
}
const eventsIn = (text: string) =>
  text
    .split('\n\n')
    .filter(Boolean)
    .map(line => line.slice('data: '.length))

const text = fc.string({
  unit: fc.constantFrom('a', 'b', 'A', 'for', 'bid', 'den', ' me', '禁', '词', 'Ü', 'nder', 'İ', '"', '\\', ' '),
  maxLength: 14,
})

describe.each(Object.keys(DIALECTS) as (keyof typeof DIALECTS)[])('in a stream of %s', dialect => {
  const event = DIALECTS[dialect]

  test('words are masked as in the whole text, however the stream is cut, and the rest is unchanged', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 8 }), pieces => {
        const whole = pieces.join('')
        const { out, hasFound } = passed(pieces.map(piece => event(piece)))
        const said = eventsIn(out.join('')).map(stringOf).join('')
        const expected = words.whole(whole)
        expect(said).toBe(expected ?? whole)
        expect(hasFound).toBe(expected !== null)
        if (!hasFound) expect(out.join('')).toBe(pieces.map(piece => frame(event(piece))).join(''))
      }),
      { seed: 11, numRuns: 500 },
    )
  })

  test('adjacent texts do not form a word together', () => {
    const { out, hasFound } = passed([event('forbid', 0), event('den', 1), event(' fruit', 0)])
    expect(hasFound).toBe(false)
    expect(out.join('')).toBe([event('forbid', 0), event('den', 1), event(' fruit', 0)].map(frame).join(''))
  })
})

test('text that cannot begin a word is not held back', () => {
  const { out } = passed([chat('Hello '), chat('for'), chat('get it')])
  expect(out.map(piece => eventsIn(piece).length)).toEqual([1, 0, 2, 0])
})

test('text that the Responses API repeats as a whole is masked too', () => {
  const done = { type: 'response.output_text.done', item_id: 'm', text: 'so forbidden' }
  const { out } = passed([responses('so forb'), responses('idden'), done])
  const [first, second, last] = eventsIn(out.join(''))
  expect([stringOf(first ?? '') + stringOf(second ?? ''), JSON.parse(last ?? '').text]).toEqual([
    'so *********',
    'so *********',
  ])
})

test('tool arguments stay JSON, whole and in pieces', () => {
  const words = answerWords(['secret", "word'])
  const body = JSON.stringify({ content: [{ type: 'tool_use', input: { deep: ['a secret'] }, name: 'content' }] })
  expect(words?.whole(body)).toBeNull()
  const filter = words?.stream()
  const call = { index: 0, delta: { type: 'input_json_delta', partial_json: '{"a": "secret", "word": 1}' } }
  const out = joined([...(filter?.push(framesOf(frame(call))) ?? []), ...(filter?.end() ?? [])])
  expect(JSON.parse(JSON.parse(out.slice(6)).delta.partial_json)).toEqual({ a: '******', '****': 1 })
})

test('names, ids and signatures are not searched, and long numbers keep their digits', () => {
  const body = '{"id":"forbidden","n":12345678901234567890,"choices":[{"message":{"content":"aba","name":"aba"}}]}'
  expect(words.whole(body)).toBe(body.replace('"content":"aba"', '"content":"***"'))
})

test('a plain text is masked as one text', () => {
  expect(words.whole('a FORBIDDEN thing')).toBe('a ********* thing')
  expect(words.whole('a thing')).toBeNull()
})

test('memory and work are bounded for any words', () => {
  const long = answerWords(['a'.repeat(100_000)])
  const filter = long?.stream()
  let heldMost = 0
  let held = 0
  for (let at = 0; at < 5_000; at++) {
    held += 1 - (filter?.push(framesOf(frame(chat('a')))).length ?? 0)
    heldMost = Math.max(heldMost, held)
  }
  expect(heldMost).toBeLessThan(600)
})
