import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startGateway, type TestGateway } from '../../../../test/support/gateway.ts'
import { startWireUpstream } from '../../../../test/support/wire-upstream.ts'

/** Gemini CLI sends every tool result twice when it resumes a session; Google refuses that. */

const ANSWER = {
  candidates: [{ content: { role: 'model', parts: [{ text: 'Hello' }] }, finishReason: 'STOP' }],
}
const upstream = startWireUpstream(() => ANSWER)
let gateway: TestGateway

beforeAll(async () => {
  gateway = await startGateway()
  await gateway.setOption('SelfUseModeEnabled', true)
  await gateway.makeChannel({ type: 24, base_url: upstream.url, models: 'gemini-2.5-pro' })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const call = (id: string) => ({ functionCall: { id, name: 'look', args: { at: 1 } }, thoughtSignature: 'c2lnbmVk' })
const result = (id: string) => ({ functionResponse: { id, name: 'look', response: { output: `of ${id}` } } })
const asked = (results: object[]) => ({
  contents: [
    { role: 'user', parts: [{ text: 'Hi' }] },
    { role: 'model', parts: [call('a'), call('b')] },
    { role: 'user', parts: results },
  ],
})

async function send(text: string) {
  const { bearer } = await gateway.makeToken()
  const response = await fetch(`${gateway.url}/v1beta/models/gemini-2.5-pro:generateContent`, {
    method: 'POST',
    headers: { 'x-goog-api-key': bearer, 'content-type': 'application/json' },
    body: text,
  })
  expect(response.status).toBe(200)
  return { sent: upstream.requests.at(-1)?.body, losses: response.headers.get('x-tollgate-losses') }
}

test('a repeated result goes to Google once and is reported, with calls and signatures unchanged', async () => {
  const both = [result('a'), result('b')]
  const { sent, losses } = await send(JSON.stringify(asked([...both, ...both])))
  expect(JSON.parse(sent ?? '').contents).toEqual(asked(both).contents)
  expect(losses).toContain('tool result: its call has one already; the first was kept')
})

test('a request without repeats keeps its bytes', async () => {
  const text = JSON.stringify(asked([result('a'), result('b')]), null, 2)
  expect(await send(text)).toEqual({ sent: text, losses: null })
})
