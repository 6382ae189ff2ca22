import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { observers } from '../protocols/index.ts'
import { observer as chat } from '../protocols/openai-chat/observe.ts'
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

/** Spaces events apart, so that none has the same bytes as the one before it. */
const apart = (events: readonly string[]) => events.map((event, at) => event.replace('data: {', `data: {"n":${at},`))

function tallyOf(format: 'openai-chat' | 'anthropic-messages', events: readonly string[]): Tally {
  const observer = observers[format].stream({ hideUsage: false })
  observer.push(encode(events.join('')))
  observer.end()
  return { ...observer.tally, outputBytes: 0 }
}

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('a', '"', '\\', '\n', '\u0000', 'é', '你好', '}', '"content":"', '<b>'),
)

test('a stream of repeated events is counted as if each were read', () => {
  const oddity = fc.constantFrom<[object, object]>(
    [{}, { delta: { content: 'x', reasoning_content: 'because' } }],
    [{}, { delta: { tool_calls: [{ index: 0, function: { name: 'f', arguments: '{}' } }] } }],
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
    fc.property(events, all => {
      expect(tallyOf('openai-chat', all)).toEqual(tallyOf('openai-chat', apart(all)))
    }),
    { seed: 27, numRuns: 500 },
  )
})

test('so is a stream of Messages', () => {
  const event = fc.oneof(
    { weight: 6, arbitrary: text.map(written => deltaOf(written)) },
    { weight: 1, arbitrary: fc.constantFrom(deltaOf('b', 1), ': ping\n\n', 'event: ping\ndata: {"type":"ping"}\n\n') },
  )
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), all => {
      expect(tallyOf('anthropic-messages', all)).toEqual(tallyOf('anthropic-messages', apart(all)))
    }),
    { seed: 27, numRuns: 500 },
  )
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

  const passed = chat.stream({ hideUsage: false })
  const many = Array.from({ length: 100 }, (_, at) => chunkOf(`word ${at} `))
  passed.push(encode(many.join('')))
  const before = JSON.parse
  let parsed = 0
  JSON.parse = (...given) => {
    parsed += 1
    return before(...given)
  }
  try {
    passed.push(encode(many.join('')))
  } finally {
    JSON.parse = before
  }
  expect(parsed).toBe(0)
})
