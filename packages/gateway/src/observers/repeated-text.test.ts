import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { observers } from '../protocols/index.ts'
import { makeObserver } from './observer.ts'
import type { Tally } from './tally.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const chunkOf = (content: string, more: object = {}, choice: object = {}) => {
  const head = { id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', system_fingerprint: 'f' }
  const choices = [{ index: 0, delta: { content }, logprobs: null, finish_reason: null, ...choice }]
  return `data: ${JSON.stringify({ ...head, choices, usage: null, ...more })}\n\n`
}
const deltaOf = (text: string, index = 0) => {
  const data = { type: 'content_block_delta', index, delta: { type: 'text_delta', text } }
  return `event: content_block_delta\ndata: ${JSON.stringify(data)}\n\n`
}

const partOf = (delta: object) =>
  `event: content_block_delta\ndata: ${JSON.stringify({ type: 'content_block_delta', index: 0, delta })}\n\n`
const responsesDelta = (type: string, sequence_number: number, delta: string, obfuscation: string) => {
  const item = { item_id: 'msg_1', output_index: 0, content_index: 0, delta, logprobs: [], obfuscation }
  return `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number, ...item })}\n\n`
}

/** Spaces events apart, so that none has the same bytes as the one before it. */
const apart = (events: readonly string[]) => events.map((event, at) => event.replace('data: {', `data: {"n":${at},`))

type Format = 'openai-chat' | 'anthropic-messages' | 'openai-responses'

/** @param lengths of the chunks, repeated; default: the stream comes in one */
function tallyOf(format: Format, events: readonly string[], lengths: readonly number[] = []): Tally {
  const observer = observers[format].stream({ hideUsage: false })
  const bytes = encode(events.join(''))
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const end = at + (lengths[turn % lengths.length] ?? bytes.length)
    observer.push(bytes.subarray(at, end))
    at = end
  }
  observer.end()
  return { ...observer.tally, outputBytes: 0 }
}

const lengths = fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 5 })

/** How many times JSON is parsed while a stream's later half is read. */
function parsedIn(format: Format, first: readonly string[], then: readonly string[]): number {
  const observer = observers[format].stream({ hideUsage: false })
  observer.push(encode(first.join('')))
  const parse = JSON.parse
  let parsed = 0
  JSON.parse = (...given) => {
    parsed += 1
    return parse(...given)
  }
  try {
    const bytes = encode(then.join(''))
    for (let at = 0; at < bytes.length; at += 100) observer.push(bytes.subarray(at, at + 100))
  } finally {
    JSON.parse = parse
  }
  return parsed
}

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('a', '"', '\\', '\n', '\u0000', 'é', '你好', '}', '"content":"', '<b>'),
)

test('a stream of repeated events is counted as if each were read', () => {
  const oddity = fc.constantFrom<[object, object]>(
    [{}, { delta: { content: 'x', reasoning_content: 'because' } }],
    [{}, { delta: { content: null, reasoning_content: 'so' } }],
    [{}, { delta: { content: null, reasoning_content: 'then' } }],
    [{}, { delta: { tool_calls: [{ index: 0, function: { name: 'f', arguments: '{}' } }] } }],
    [{}, { delta: { tool_calls: [{ index: 0, function: { arguments: '{"a' } }] } }],
    [{}, { delta: { tool_calls: [{ index: 0, function: { arguments: '":1}' } }] } }],
    [{ obfuscation: 'a1' }, {}],
    [{ obfuscation: 'a1b2' }, {}],
    [{ obfuscation: 'content' }, { delta: { content: 'content' } }],
    [{}, { finish_reason: 'stop' }],
    [{}, { index: 1 }],
    [{ usage: { prompt_tokens: 3, completion_tokens: 2 } }, {}],
    [{ model: 'other' }, {}],
    [{ error: { message: 'no' } }, {}],
    [{ choices: [] }, {}],
  )
  const plain = text.map(content => chunkOf(content))
  const odd = fc.tuple(text, oddity).map(([content, [more, choice]]) => chunkOf(content, more, choice))
  const events = fc.array(fc.oneof({ weight: 6, arbitrary: plain }, { weight: 1, arbitrary: odd }), { maxLength: 30 })
  fc.assert(
    fc.property(events, lengths, (all, cut) => {
      expect(tallyOf('openai-chat', all, cut)).toEqual(tallyOf('openai-chat', apart(all)))
    }),
    { seed: 27, numRuns: 500 },
  )
})

test('so is a stream of Messages', () => {
  const event = fc.oneof(
    { weight: 6, arbitrary: text.map(written => deltaOf(written)) },
    { weight: 1, arbitrary: fc.constantFrom(deltaOf('b', 1), ': ping\n\n', 'event: ping\ndata: {"type":"ping"}\n\n') },
    { weight: 2, arbitrary: text.map(json => partOf({ type: 'input_json_delta', partial_json: json })) },
    { weight: 2, arbitrary: text.map(thinking => partOf({ type: 'thinking_delta', thinking })) },
  )
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), lengths, (all, cut) => {
      expect(tallyOf('anthropic-messages', all, cut)).toEqual(tallyOf('anthropic-messages', apart(all)))
    }),
    { seed: 27, numRuns: 500 },
  )
})

test('so is a stream of Responses', () => {
  const type = fc.constantFrom('response.output_text.delta', 'response.reasoning_text.delta', 'response.audio.delta')
  const events = fc.array(fc.tuple(type, text, fc.string({ maxLength: 5 })), { maxLength: 30 })
  fc.assert(
    fc.property(events, lengths, (all, cut) => {
      const written = all.map(([kind, delta, padding], at) => responsesDelta(kind, at, delta, padding))
      expect(tallyOf('openai-responses', written, cut)).toEqual(tallyOf('openai-responses', apart(written)))
    }),
    { seed: 27, numRuns: 500 },
  )
})

test('a stream of Responses that is cut off goes on counting its events', () => {
  const observer = observers['openai-responses'].stream({ hideUsage: false })
  const type = 'response.output_text.delta'
  observer.push(encode(['a', 'b', 'c'].map((word, at) => responsesDelta(type, at + 4, word, 'x')).join('')))
  expect(new TextDecoder().decode(observer.stop())).toContain('"sequence_number":7')
})

test('a repeated event is not parsed, unless its reader looks for more than text', () => {
  let reads = 0
  const observer = makeObserver({
    read(_event, tally) {
      reads += 1
      tally.produced = false
    },
    textOf: ({ said }) => String(said),
  }).stream({ hideUsage: false })
  observer.push(encode('data: {"said":"a"}\n\ndata: {"said":"b"}\n\n'))
  // its reader does not note the text, so events are not recognized by it
  expect(reads).toBeGreaterThan(2)
})

const words = Array.from({ length: 100 }, (_, at) => `word ${at} `)
const kinds: [string, Format, string[]][] = [
  ['texts', 'openai-chat', words.map(word => chunkOf(word))],
  ['padded texts', 'openai-chat', words.map((word, at) => chunkOf(word, { obfuscation: 'abcdefghij'.slice(at % 10) }))],
  ['reasoning', 'openai-chat', words.map(word => chunkOf('', {}, { delta: { reasoning_content: word } }))],
  [
    'arguments',
    'openai-chat',
    words.map(word => chunkOf('', {}, { delta: { tool_calls: [{ index: 0, function: { arguments: word } }] } })),
  ],
  ['texts', 'anthropic-messages', words.map(word => deltaOf(word))],
  ['thinking', 'anthropic-messages', words.map(thinking => partOf({ type: 'thinking_delta', thinking }))],
  ['texts', 'openai-responses', words.map((word, at) => responsesDelta('response.output_text.delta', at, word, 'p'))],
]
test.each(kinds)('repeated %s of %s are not parsed, wherever the stream is cut', (_what, format, events) => {
  expect(parsedIn(format, events.slice(0, 2), events.slice(2))).toBe(0)
})

test('of repeated texts only those with escapes are read, and these alone', () => {
  const escaped = words.map((word, at) => chunkOf(at % 10 === 0 ? `${word}\n"` : word))
  expect(parsedIn('openai-chat', escaped.slice(0, 2), escaped.slice(2))).toBe(9)
})
