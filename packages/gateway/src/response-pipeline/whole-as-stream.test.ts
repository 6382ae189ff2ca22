import { expect, test } from 'bun:test'
import { type DialectId, dialects, observers } from '../protocols/index.ts'
import { wholeAsStream } from './whole-as-stream.ts'

const WHOLE: Record<DialectId, object> = {
  'openai-chat': {
    id: 'c',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Yes.' }, finish_reason: 'stop' }],
  },
  'openai-responses': {
    id: 'resp',
    status: 'completed',
    output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Yes.', annotations: [] }] }],
  },
  'anthropic-messages': { id: 'msg', content: [{ type: 'text', text: 'Yes.' }], stop_reason: 'end_turn', usage: {} },
  gemini: { candidates: [{ content: { role: 'model', parts: [{ text: 'Yes.' }] }, finishReason: 'STOP' }] },
}

test.each(Object.keys(WHOLE) as DialectId[])('a whole answer in %s becomes a stream that ends', dialect => {
  const body = new TextEncoder().encode(JSON.stringify(WHOLE[dialect]))
  const context = { id: 'ours', requestId: 'r', created: 1, model: 'm', asked: {} }
  const stream = wholeAsStream(dialects[dialect], body, context)
  const observer = observers[dialect].stream({ hideUsage: false })
  observer.push(stream)
  observer.end()
  expect(observer.tally).toMatchObject({ produced: true, finished: true, error: null })
  expect(new TextDecoder().decode(stream)).toContain('Yes.')
})
