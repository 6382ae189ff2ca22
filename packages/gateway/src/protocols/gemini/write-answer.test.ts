import { describe, expect, test } from 'bun:test'
import type { AnswerEvent } from '../../canonical/answer.ts'
import { gather } from '../../canonical/gather.ts'
import { noUsage } from '../../canonical/usage.ts'
import { writeSeal } from './carried-thoughts.ts'
import { writeStream } from './write-stream.ts'
import { writeWhole } from './write-whole.ts'

const LONG = Number('12345678901234567890')
const context = { id: 'id-1', requestId: 'req-1', created: 1, model: 'my-model' }
const usage = {
  ...noUsage(),
  input: 5,
  cacheRead: 2,
  cacheWrite5m: 1,
  output: 7,
  reasoning: 3,
  toolCalls: { web_search: 1 },
}

/** The text and the call after a thought both carry it. */
const carried = (isBeforeText: boolean) =>
  writeSeal(undefined, [
    { thought: { type: 'reasoning', text: 'Hm', signature: { origin: 'google', value: 'c2ln' } }, isBeforeText },
  ])
const [BY_TEXT, BY_CALL] = [carried(false), carried(true)]

const events: AnswerEvent[] = [
  { type: 'start', id: 'resp-1', model: 'upstream', created: 60, serviceTier: 'default' },
  { type: 'open', index: 0, part: { type: 'reasoning' } },
  { type: 'delta', index: 0, text: 'Hm' },
  { type: 'signature', index: 0, signature: { origin: 'google', value: 'c2ln' } },
  { type: 'close', index: 0 },
  { type: 'open', index: 1, part: { type: 'text' } },
  { type: 'delta', index: 1, text: 'Grüß Gott' },
  { type: 'cite', index: 1, citation: { url: 'https://example.com', title: 'E', start: 5, end: 9 } },
  { type: 'close', index: 1 },
  { type: 'open', index: 2, part: { type: 'tool-call', id: 'a', name: 'look' } },
  { type: 'delta', index: 2, text: '{"n":' },
  { type: 'delta', index: 2, text: '12345678901234567890}' },
  { type: 'close', index: 2 },
  { type: 'finish', reason: 'tool-calls', usage },
]

const grounding = {
  groundingChunks: [{ web: { uri: 'https://example.com', title: 'E' } }],
  groundingSupports: [{ segment: { startIndex: 7, endIndex: 11, text: 'Gott' }, groundingChunkIndices: [0] }],
}
const usageMetadata = {
  promptTokenCount: 8,
  cachedContentTokenCount: 2,
  candidatesTokenCount: 4,
  thoughtsTokenCount: 3,
  totalTokenCount: 15,
  cacheCreationTokenCount: 1,
  serverToolUse: { web_search: 1 },
  serviceTier: 'standard',
}
const identity = { modelVersion: 'my-model', createTime: '1970-01-01T00:01:00.000Z', responseId: 'resp-1' }

function stream(all: readonly AnswerEvent[], asArray: boolean): string {
  const writer = writeStream({ ...context, asArray })
  return [...all.flatMap(event => writer.push(event)), ...writer.end()].join('')
}

describe('an answer for Gemini’s clients', () => {
  test('whole', () => {
    const { body, losses } = writeWhole(gather(events), context)
    expect(JSON.parse(JSON.stringify(body))).toEqual({
      candidates: [
        {
          content: {
            role: 'model',
            parts: [
              { text: 'Hm', thought: true, thoughtSignature: 'c2ln' },
              { text: 'Grüß Gott', thoughtSignature: BY_TEXT },
              { functionCall: { id: 'a', name: 'look', args: { n: LONG } }, thoughtSignature: BY_CALL },
            ],
          },
          finishReason: 'STOP',
          index: 0,
          groundingMetadata: {
            ...grounding,
            groundingSupports: [
              { segment: { partIndex: 1, startIndex: 7, endIndex: 11, text: 'Gott' }, groundingChunkIndices: [0] },
            ],
          },
        },
      ],
      usageMetadata,
      ...identity,
    })
    expect(JSON.stringify(body)).toContain('12345678901234567890')
    expect(losses).toEqual([])
  })

  const chunk = (part: object) => ({
    candidates: [{ content: { role: 'model', parts: [part] }, index: 0 }],
    ...identity,
  })
  const chunks = [
    chunk({ text: 'Hm', thought: true }),
    chunk({ text: '', thought: true, thoughtSignature: 'c2ln' }),
    chunk({ text: 'Grüß Gott', thoughtSignature: BY_TEXT }),
    chunk({ functionCall: { id: 'a', name: 'look', args: { n: LONG } }, thoughtSignature: BY_CALL }),
    {
      candidates: [
        {
          content: { role: 'model', parts: [{ text: '' }] },
          finishReason: 'STOP',
          index: 0,
          groundingMetadata: grounding,
        },
      ],
      usageMetadata,
      ...identity,
    },
  ]

  test('as server-sent events', () => {
    const frames = stream(events, false).split('\n\n')
    expect(frames.pop()).toBe('')
    expect(frames.map(frame => JSON.parse(frame.replace(/^data: /, '')))).toEqual(chunks)
  })

  test('as one array', () => {
    expect(JSON.parse(stream(events, true))).toEqual(chunks)
  })

  test('that fails midway ends with the error, in either framing', () => {
    const error = { status: 503, message: 'Busy', type: null, code: null, param: null }
    const failed: AnswerEvent[] = [...events.slice(0, 3), { type: 'error', error }]
    const last = { error: { code: 503, message: 'Busy (request id: req-1)', status: 'UNAVAILABLE' } }
    expect(JSON.parse(stream(failed, true))).toEqual([chunks[0], last])
    expect(stream(failed, false).endsWith(`data: ${JSON.stringify(last)}\n\n`)).toBe(true)
    expect(JSON.parse(stream([{ type: 'error', error }], true))).toEqual([last])
  })
})
