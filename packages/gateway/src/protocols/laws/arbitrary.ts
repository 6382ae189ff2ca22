import fc from 'fast-check'
import type { AnswerEvent } from '../../canonical/answer.ts'
import type { MediaPart, Part, TextPart, ToolCallPart } from '../../canonical/parts.ts'
import type { CanonicalRequest, Turn } from '../../canonical/request.ts'
import { answerEvents } from './answer-events.ts'

/** Conversations and answers that all dialects can express. */

const words = fc
  .string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
  .filter(text => text.trim() !== '' && text !== '...')
const identifier = fc.stringMatching(/^[a-z][a-z0-9_-]{0,15}$/)
const base64 = fc.uint8Array({ minLength: 1, maxLength: 9 }).map(bytes => Buffer.from(bytes).toString('base64'))
const json = fc.dictionary(identifier, fc.oneof(fc.bigInt(), fc.boolean(), words), { maxKeys: 3 }).map(toJson)

const text: fc.Arbitrary<TextPart> = words.map(said => ({ type: 'text', text: said }))

const image: fc.Arbitrary<MediaPart> = fc
  .oneof(
    base64.map(data => ({ type: 'data' as const, base64: data })),
    identifier.map(name => ({ type: 'url' as const, url: `https://example.com/${name}.png` })),
  )
  .map(source => ({ type: 'media', kind: 'image', source, mime: source.type === 'data' ? 'image/png' : null }))

/** One exchange: the user's text, the model's calls, their results. */
const exchange = fc.record({
  said: fc.array(fc.oneof(text, image), { minLength: 1, maxLength: 3 }),
  answered: words,
  calls: fc.array(fc.record({ name: identifier, json, result: words }), { maxLength: 3 }),
})

export const requests: fc.Arbitrary<CanonicalRequest> = fc
  .record({
    system: fc.option(words),
    exchanges: fc.array(exchange, { minLength: 1, maxLength: 3 }),
  })
  .map(({ system, exchanges }) => ({
    dialect: 'none',
    model: 'model-1',
    stream: false,
    turns: [
      ...(system === null ? [] : [{ role: 'system' as const, parts: [{ type: 'text' as const, text: system }] }]),
      ...exchanges.flatMap(toTurns),
    ],
    tools: [],
    parameters: { maxTokens: 100 },
    extras: {},
  }))

function toTurns(
  { said, answered, calls }: typeof exchange extends fc.Arbitrary<infer Made> ? Made : never,
  at: number,
): Turn[] {
  const named = calls.map((call, position) => ({ ...call, id: `call_${at}_${position}` }))
  const called = named.map(
    ({ id, name, json: args }): ToolCallPart => ({ type: 'tool-call', id, name, arguments: args }),
  )
  const results = named.map(
    ({ id, result }): Part => ({ type: 'tool-result', id, parts: [{ type: 'text', text: result }] }),
  )
  const turns: Turn[] = [
    { role: 'user', parts: said },
    { role: 'assistant', parts: [{ type: 'text', text: answered }, ...called] },
  ]
  return results.length > 0 ? [...turns, { role: 'user', parts: results }] : turns
}

const sealed = fc.record({ origin: fc.constantFrom('anthropic', 'openai', 'google', 'xai'), value: base64 })

/** Only Google signs plain text. */
const signed = base64.map(value => ({ origin: 'google', value }))

/** An answer with sealed reasoning, text and calls. */
export const answers: fc.Arbitrary<AnswerEvent[]> = fc
  .record({
    thoughts: fc.array(fc.record({ said: words, signature: sealed }), { maxLength: 2 }),
    said: fc.record({ text: words, signature: fc.option(signed) }),
    calls: fc.array(fc.record({ name: identifier, json, signature: fc.option(sealed) }), { maxLength: 3 }),
  })
  .map(({ thoughts, said, calls }) =>
    answerEvents([
      ...thoughts.map(({ said: thought, signature }): Part => ({ type: 'reasoning', text: thought, signature })),
      { type: 'text', text: said.text, ...(said.signature && { signature: said.signature }) },
      ...calls.map(
        ({ name, json: args, signature }, at): Part => ({
          type: 'tool-call',
          id: `call_${at}`,
          name,
          arguments: args,
          ...(signature && { signature }),
        }),
      ),
    ]),
  )

/** Large integers are kept as digits, because no double holds them. */
function toJson(members: Record<string, bigint | boolean | string>): string {
  const written = Object.entries(members).map(
    ([name, value]) => `${JSON.stringify(name)}:${typeof value === 'bigint' ? value : JSON.stringify(value)}`,
  )
  return `{${written.join(',')}}`
}
