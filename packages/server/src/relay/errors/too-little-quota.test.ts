import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { startWireUpstream, type WireUpstream } from '../../../test/support/wire-upstream.ts'

let gateway: TestGateway
let upstream: WireUpstream
let bearer: string

beforeAll(async () => {
  upstream = startWireUpstream(() => ({}))
  gateway = await startGateway()
  await gateway.makeChannel({ base_url: upstream.url, models: 'priced' })
  await gateway.setOption('ModelRatio', '{"priced":1}')
  bearer = (await gateway.makeToken({ unlimited_quota: false, remain_quota: 1 })).bearer
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const messages = [{ role: 'user', content: 'Hello' }]
const contents = [{ role: 'user', parts: [{ text: 'Hello' }] }]
const openAi = { type: 'insufficient_quota', category: 'invalid_request_error', code: 'token_quota_insufficient' }
const google = { code: 403, status: 'PERMISSION_DENIED' }

test.each([
  ['/v1/chat/completions', { messages }, 403, openAi],
  ['/v1/responses', { input: 'Hello' }, 403, openAi],
  ['/v1/messages', { messages, max_tokens: 50 }, 402, { type: 'billing_error' }],
  ['/v1beta/models/priced:generateContent', { contents }, 403, google],
  ['/v1beta/interactions', { input: 'Hello' }, 403, google],
])('%s tells of too little quota in words that make its clients stop', async (path, body, status, error) => {
  const response = await fetch(gateway.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'accept-language': 'en' },
    body: JSON.stringify({ model: 'priced', ...body }),
  })
  expect(response.status).toBe(status)
  expect(response.headers.get('x-should-retry')).toBe('false')
  const told = await response.json()
  expect(told).toMatchObject({ error })
  expect(told.error.message).toStartWith('The token’s quota is too low for this call')
  expect(upstream.requests).toEqual([])
})
