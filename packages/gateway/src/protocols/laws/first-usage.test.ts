import { expect, test } from 'bun:test'
import type { AnswerEvent } from '../../canonical/answer.ts'
import { noUsage } from '../../canonical/usage.ts'
import { asObject, dig } from '../../raw/json.ts'
import { splitSse } from '../../stage/sse.ts'
import { dialect as messages } from '../anthropic-messages/dialect.ts'
import { streamText } from './run.ts'

const early = { ...noUsage(), input: 7, cacheRead: 3, output: 21, reasoning: 9, toolCalls: { web_search: 1 } }
const late = { ...early, output: 78 }

/** Gemini counts the output in each chunk. */
const events: AnswerEvent[] = [
  { type: 'start', id: 'a', model: 'm' },
  { type: 'usage', usage: early },
  { type: 'open', index: 0, part: { type: 'text' } },
  { type: 'delta', index: 0, text: 'Yes.' },
  { type: 'close', index: 0 },
  { type: 'finish', reason: 'stop', usage: late },
]

test('the first event of Messages counts only the input; the last event counts the output once', () => {
  const frames = splitSse()
    .push(new TextEncoder().encode(streamText(messages, events).text))
    .map(({ data }) => asObject(JSON.parse(data ?? '{}')))
  const usageOf = (type: string, path: string) =>
    dig(
      frames.find(frame => frame?.type === type),
      path,
    )
  expect(usageOf('message_start', 'message.usage')).toEqual({
    input_tokens: 7,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 3,
    cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
    output_tokens: 0,
  })
  expect(usageOf('message_delta', 'usage')).toMatchObject({ input_tokens: 7, output_tokens: 78 })
})
