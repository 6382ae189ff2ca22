import { describe, expect, test } from 'bun:test'
import { converted } from '../../response-pipeline/index.ts'
import { splitSse } from '../../stage/sse.ts'
import type { Loss } from '../common/losses.ts'
import { dialects } from '../index.ts'
import { context } from '../laws/run.ts'
import { dialect } from './index.ts'

const said = (answer: string) => ({ event: 'message', message_id: 'm-1', answer })
const REPLACED = { event: 'message_replace', message_id: 'm-1', answer: 'I cannot say that.' }
const END = { event: 'message_end', id: 'm-1', metadata: {} }

function play(...events: object[]) {
  const losses: Loss[] = []
  const pipeline = converted({
    customTools: new Set(),
    client: dialects['openai-chat'],
    upstream: dialect,
    framing: splitSse,
    answer: context,
    losses,
  })
  const bytes = Buffer.from(events.map(event => `data: ${JSON.stringify(event)}\n\n`).join(''))
  const stream = pipeline.stream('text/event-stream')
  const streamed = Buffer.concat([stream.push(bytes), stream.end()].filter(part => part !== null)).toString()
  const lostInStream = losses.splice(0)
  const whole = Buffer.from(pipeline.whole(bytes).body).toString()
  return { streamed, lostInStream, whole, lostWhole: losses }
}

describe('text replaced by moderation', () => {
  test('is a loss if a stream has shown it, but not in a whole answer', () => {
    const { streamed, lostInStream, whole, lostWhole } = play(said('Bad'), REPLACED, END)
    expect(lostInStream).toEqual([
      { what: 'replaced text', why: 'a stream had sent the text that moderation replaced; it ends as filtered' },
    ])
    expect(streamed).toContain('content_filter')
    expect([whole.includes('Bad'), whole.includes('I cannot say that.'), lostWhole]).toEqual([false, true, []])
  })

  test('is no loss if nothing was shown', () => {
    const { streamed, lostInStream } = play(REPLACED, END)
    expect([streamed.includes('I cannot say that.'), lostInStream]).toEqual([true, []])
  })
})
