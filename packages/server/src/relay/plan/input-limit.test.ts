import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { startWireUpstream, type WireUpstream } from '../../../test/support/wire-upstream.ts'

let small: WireUpstream
let large: WireUpstream
let gateway: TestGateway
let bearer: string

const answer = {
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 5, completion_tokens: 1, total_tokens: 6 },
}

beforeAll(async () => {
  small = startWireUpstream({ '/v1/chat/completions': () => answer })
  large = startWireUpstream({ '/v1/chat/completions': () => answer })
  gateway = await startGateway()
  await gateway.setOption('ModelRatio', '{"test-model":1,"short-only":1}')
  const models = 'test-model,short-only'
  await gateway.makeChannel({ name: 'small', base_url: small.url, models, priority: 9, max_input_tokens: 200 })
  await gateway.makeChannel({ name: 'large', base_url: large.url })
  bearer = (await gateway.makeToken()).bearer
})

afterAll(async () => {
  await gateway.stop()
  await Promise.all([small.stop(), large.stop()])
})

const call = (model: string, words: number, language = 'en', key = bearer) =>
  fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'accept-language': language },
    body: JSON.stringify({ model, max_tokens: 5, messages: [{ role: 'user', content: 'word '.repeat(words) }] }),
  })

test('a request too long for one channel goes to another', async () => {
  const channels = []
  for (const words of [5, 5_000]) {
    const response = await call('test-model', words)
    expect(response.status).toBe(200)
    channels.push((await gateway.logsOf(response))[0]?.channel_name)
  }
  expect(channels).toEqual(['small', 'large'])
})

test('if no channel takes it, nothing is sent and the error names the longest input', async () => {
  expect((await call('short-only', 5)).status).toBe(200)
  for (const [language, said] of [
    ['en', /about \d+ tokens, more than the 200 .* short-only/],
    ['zh', /short-only.*200/],
    ['ru', /short-only.*200/],
  ] as const) {
    const response = await call('short-only', 5_000, language)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: { code: 'input_too_long', type: 'invalid_request_error', message: expect.stringMatching(said) },
    })
  }
})

test('an administrator who chooses a channel gets the same error', async () => {
  const small = (
    await gateway.consoleCall<{ items: { id: number; name: string }[] }>('GET', '/api/channel/')
  ).items.find(({ name }) => name === 'small')
  expect((await call('test-model', 5_000, 'en', `${bearer}-${small?.id}`)).status).toBe(400)
})
