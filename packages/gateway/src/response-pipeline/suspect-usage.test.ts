import { expect, test } from 'bun:test'
import { type DialectId, dialects, observers, type UpstreamDialectId, upstreamDialects } from '../protocols/index.ts'
import { framingOf } from '../protocols/laws/recordings.ts'
import { context } from '../protocols/laws/run.ts'
import { type Conversion, converted } from './converted.ts'

/** Whole answers whose output count is not a number. */
const ANSWERS: Readonly<Record<DialectId, object>> = {
  'openai-chat': {
    id: 'c',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Yes.' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 9, completion_tokens: -4 },
  },
  'openai-responses': {
    id: 'r',
    status: 'completed',
    output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Yes.', annotations: [] }] }],
    usage: { input_tokens: 9, output_tokens: 'four' },
  },
  'anthropic-messages': {
    id: 'm',
    type: 'message',
    content: [{ type: 'text', text: 'Yes.' }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 9, output_tokens: 4.5 },
  },
  gemini: {
    candidates: [{ content: { role: 'model', parts: [{ text: 'Yes.' }] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 9, candidatesTokenCount: -4 },
  },
}

const ids = Object.keys(ANSWERS) as DialectId[]
const pairs = ids.flatMap(upstream => ids.filter(id => id !== upstream).map(client => ({ upstream, client })))

test.each(pairs)('an impossible count of $upstream is marked for $client as for its own clients', pair => {
  const { upstream, client } = pair
  const body = Buffer.from(JSON.stringify(ANSWERS[upstream]))
  const conversion: Conversion = {
    customTools: new Set(),
    client: dialects[client],
    upstream: upstreamDialects[upstream as UpstreamDialectId],
    framing: () => framingOf(upstream as UpstreamDialectId),
    answer: context,
    losses: [],
  }
  const own = observers[upstream].whole(body.toString())
  expect(own.suspect.length).toBeGreaterThan(0)
  expect(converted(conversion).whole(body).tally.suspect).toEqual(own.suspect)
})
