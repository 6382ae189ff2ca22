import { afterAll, beforeAll, expect, test } from 'bun:test'
import { optionTable } from '@tollgate/contract'
import { type EvilUpstream, startEvilUpstream } from '../../../test/support/evil-upstream.ts'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { buildAppContext } from '../../start/build-app-context.ts'

let gateway: TestGateway
let upstream: EvilUpstream
let bearer: string

beforeAll(async () => {
  upstream = await startEvilUpstream()
  gateway = await startGateway(undefined, environment =>
    buildAppContext({ ...environment, TRUSTED_PROXIES: '127.0.0.1' }),
  )
  await gateway.makeChannel({ base_url: upstream.url, models: 'good' })
  await gateway.setOption('ModelRatio', '{"good":1}')
  bearer = (await gateway.makeToken()).bearer
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const from = (ip: string, path: string, init: RequestInit = {}) =>
  fetch(gateway.url + path, { ...init, headers: { 'x-forwarded-for': ip, ...init.headers } })
const model = (ip: string, path = '/v1/chat/completions') =>
  from(ip, path, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}` },
    body: JSON.stringify({ model: 'good', max_tokens: 5, messages: [{ role: 'user', content: 'Hello' }] }),
  })

async function statuses(ask: () => Promise<Response>, times: number): Promise<number[]> {
  const all: number[] = []
  for (let at = 0; at < times; at++) all.push((await ask()).status)
  return all
}

test('the limits of the specification apply; model calls are unlimited unless an operator limits them', () => {
  const standard = (key: 'relay' | 'api' | 'web' | 'critical') => [
    optionTable[`rate_limit_setting.${key}_requests`].default,
    optionTable[`rate_limit_setting.${key}_seconds`].default,
  ]
  expect([standard('relay')[0], standard('api'), standard('web'), standard('critical')]).toEqual([
    0,
    [360, 180],
    [120, 180],
    [20, 1200],
  ])
})

test('an address with too many model calls is refused in its dialect, before authentication; others are not', async () => {
  await gateway.setOption('rate_limit_setting.relay_requests', 3)
  expect(await statuses(() => model('192.0.2.1'), 4)).toEqual([200, 200, 200, 429])
  const refused = await model('192.0.2.1', '/v1/messages')
  expect(await refused.json()).toMatchObject({ type: 'error', error: { type: 'rate_limit_error' } })
  expect(Number(refused.headers.get('retry-after'))).toBeWithin(1, 181)
  expect((await from('192.0.2.1', '/v1/models')).status).toBe(429)
  expect((await model('192.0.2.2')).status).toBe(200)
  await gateway.setOption('rate_limit_setting.relay_requests', 0)
  expect((await model('192.0.2.1')).status).toBe(200)
})

test('the network of an IPv6 address counts as one, and this machine does not count', async () => {
  await gateway.setOption('rate_limit_setting.relay_requests', 1)
  expect((await model('2001:db8:1:2::1')).status).toBe(200)
  expect((await model('2001:db8:1:2:3::9')).status).toBe(429)
  expect(await statuses(() => model('127.0.0.1'), 5)).toEqual([200, 200, 200, 200, 200])
  await gateway.setOption('rate_limit_setting.relay_requests', 0)
})

test('console calls, console pages and sign-in attempts have separate limits', async () => {
  await gateway.setOption('rate_limit_setting.api_requests', 5)
  await gateway.setOption('rate_limit_setting.web_requests', 2)
  await gateway.setOption('rate_limit_setting.critical_requests', 2)
  const login = () =>
    from('198.51.100.1', '/api/user/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"username":"nobody","password":"wrong guess"}',
    })
  expect(await statuses(login, 3)).toEqual([200, 200, 429])
  const status = () => from('198.51.100.1', '/api/status')
  expect(await statuses(status, 3)).toEqual([200, 200, 429])
  const refused = await from('198.51.100.1', '/api/status', { headers: { 'accept-language': 'en' } })
  expect(await refused.json()).toMatchObject({ success: false, code: 'too_many_requests' })
  expect(Number(refused.headers.get('retry-after'))).toBeWithin(1, 181)
  const page = () => from('198.51.100.1', '/token')
  expect((await statuses(page, 3))[2]).toBe(429)
  // Files that browsers cache forever do not count, and another address has its own count.
  expect((await from('198.51.100.1', '/assets/none.js')).status).toBe(404)
  expect((await from('198.51.100.2', '/api/status')).status).toBe(200)
  for (const kind of ['api', 'web', 'critical'] as const)
    await gateway.setOption(`rate_limit_setting.${kind}_requests`, 0)
})
