import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import {
  answerEvents,
  answerJson,
  type ScriptedUpstream,
  startScriptedUpstream,
} from '../../../test/support/scripted-upstream.ts'
import { buildAppContext } from '../../start/build-app-context.ts'

let upstream: ScriptedUpstream
let gateway: TestGateway
let bearer: string
/** Every settlement waits for this. */
let gate = Promise.withResolvers<void>()
let begun = Promise.withResolvers<void>()

beforeAll(async () => {
  upstream = await startScriptedUpstream()
  gateway = await startGateway(undefined, async environment => {
    const app = await buildAppContext(environment)
    const ledger: typeof app.ledger = {
      ...app.ledger,
      async settle(settlement) {
        begun.resolve()
        await gate.promise
        return app.ledger.settle(settlement)
      },
    }
    return { ...app, relay: { ...app.relay, ledger } }
  })
  await gateway.makeChannel({ base_url: upstream.url, models: 'gpt-4o' })
  await gateway.makeChannel({ base_url: upstream.url, models: 'claude-sonnet-4-5', type: 14 })
  bearer = (await gateway.makeToken()).bearer
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const messages = [{ role: 'user', content: 'Hello' }]
const usage = { prompt_tokens: 1, completion_tokens: 1 }
const chunk = (choice: object) => ({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, ...choice }] })

/** By protocol, what the client must not get before it is paid for. */
const STREAMS = [
  {
    path: '/v1/chat/completions',
    model: 'gpt-4o',
    lastWord: '[DONE]',
    events: [chunk({ delta: { content: 'Hi' } }), chunk({ delta: {}, finish_reason: 'stop' }), '[DONE]'],
  },
  {
    path: '/v1/messages',
    model: 'claude-sonnet-4-5',
    lastWord: 'message_stop',
    events: [
      { type: 'message_start', message: { usage: { input_tokens: 1, output_tokens: 1 } } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'Hi' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
      { type: 'message_stop' },
    ],
  },
]

/** Makes a call and reads it: its text so far, and its end. */
function read(path: string, body: object) {
  const reading = { text: '', ended: Promise.resolve() }
  reading.ended = fetch(gateway.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify({ messages, max_tokens: 9, ...body }),
  }).then(async response => {
    const decoder = new TextDecoder()
    for await (const bytes of response.body ?? []) reading.text += decoder.decode(bytes, { stream: true })
  })
  return reading
}

/** Makes other calls on the same loopback, so that anything sent too early has arrived. */
async function someRoundTrips(): Promise<void> {
  for (let trip = 0; trip < 10; trip += 1) await (await fetch(`${gateway.url}/api/status`)).text()
}

describe('a response is settled before its last event is sent', () => {
  test.each(STREAMS)('streamed from $path', async ({ path, model, events, lastWord }) => {
    ;[gate, begun] = [Promise.withResolvers(), Promise.withResolvers()]
    upstream.answer = response => answerEvents(response, ...events)
    const reading = read(path, { model, stream: true })
    await begun.promise
    await someRoundTrips()
    expect(reading.text).not.toContain(lastWord)
    gate.resolve()
    await reading.ended
    expect(reading.text).toContain(lastWord)
  })

  test('whole', async () => {
    ;[gate, begun] = [Promise.withResolvers(), Promise.withResolvers()]
    const choices = [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }]
    upstream.answer = response => answerJson(response, 200, { choices, usage })
    const reading = read('/v1/chat/completions', { model: 'gpt-4o' })
    await begun.promise
    await someRoundTrips()
    expect(reading.text).toBe('')
    gate.resolve()
    await reading.ended
    expect(reading.text).toContain('Hi')
  })
})
