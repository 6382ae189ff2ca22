import { describe, expect, test } from 'bun:test'
import type { AnswerEvent } from '../../canonical/answer.ts'
import { gather } from '../../canonical/gather.ts'
import { carriesSignatures } from '../../canonical/signature.ts'
import { asObject, asObjects } from '../../raw/json.ts'
import { splitSse } from '../../stage/sse.ts'
import { dialect as messages } from '../anthropic-messages/dialect.ts'
import { readRequest } from '../anthropic-messages/read-request.ts'
import { writeRequest } from '../anthropic-messages/write-request.ts'
import { context, streamText } from './run.ts'

const events: AnswerEvent[] = [
  { type: 'start', id: 'a', model: 'm' },
  { type: 'open', index: 0, part: { type: 'reasoning' } },
  { type: 'delta', index: 0, text: 'Because.' },
  { type: 'close', index: 0 },
  { type: 'open', index: 1, part: { type: 'text' } },
  { type: 'delta', index: 1, text: 'Yes.' },
  { type: 'close', index: 1 },
  { type: 'finish', reason: 'stop', usage: null },
]

/** The signature of the thinking block that a Messages client receives. */
const received: Readonly<Record<string, () => unknown>> = {
  whole: () => asObjects(messages.writeWhole(gather(events), context).body.content)[0]?.signature,
  streamed: () => {
    const frames = splitSse().push(new TextEncoder().encode(streamText(messages, events).text))
    const deltas = frames.map(({ data }) => asObject(asObject(JSON.parse(data ?? '{}'))?.delta))
    return deltas.findLast(delta => delta?.type === 'signature_delta')?.signature
  },
}

describe.each(Object.entries(received))('thinking that its host did not sign, %s', (_kind, signature) => {
  test('reaches a client of Messages with a signature that is not empty', () => {
    expect(signature()).toMatch(/^tollgate-seal\./)
  })

  test('comes back unsigned, and makes the gateway rewrite the request', () => {
    const thinking = { type: 'thinking', thinking: 'Because.', signature: signature() }
    const request = {
      model: 'm',
      messages: [{ role: 'assistant', content: [thinking, { type: 'text', text: 'Yes.' }] }],
      max_tokens: 9,
    }
    const { turns } = readRequest(request)
    expect(turns[0]?.parts[0]).toEqual({ type: 'reasoning', text: 'Because.' })
    expect(carriesSignatures(JSON.stringify(request))).toBe(true)
  })

  test('reaches no host as if it were signed', () => {
    const thinking = { type: 'thinking', thinking: 'Because.', signature: signature() }
    const content = [thinking, { type: 'text', text: 'Yes.' }]
    const said = [
      { role: 'assistant', content },
      { role: 'user', content: 'Go on.' },
    ]
    const asked = readRequest({ model: 'm', messages: said, max_tokens: 9 })
    const { body, losses } = writeRequest(asked, { model: 'claude-sonnet-4-5' })
    const written = JSON.stringify(body)
    expect(losses.map(({ what }) => what)).toContain('earlier reasoning')
    expect(written).not.toContain('tollgate-seal')
    expect(written).toContain('Because.')
  })
})
