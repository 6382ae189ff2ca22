import { afterAll, beforeEach, expect, test } from 'bun:test'
import type { ProviderChannel } from '@tollgate/gateway'
import { until } from '../../../../test/support/until.ts'
import type { Authorize } from './authorize.ts'
import { baiduToken } from './baidu-token.ts'

const HOUR = 3_600
let asked = 0
let answer: () => Response
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch() {
    asked++
    return answer()
  },
})
afterAll(() => server.stop(true))

let time: number
let prove: Authorize
beforeEach(() => {
  asked = 0
  answer = () => Response.json({ access_token: `token ${asked}`, expires_in: 10 * HOUR })
  time = 1_000_000
  prove = baiduToken(() => time)
})

const channel = (key = 'a|b'): ProviderChannel => ({
  type: 15,
  baseUrl: server.url.href.replace(/\/$/, ''),
  other: '',
  organization: '',
  key,
})
const request = { url: 'http://up', headers: {}, body: '', proxy: '' }
const tokenNow = async (key?: string) => (await prove(channel(key), request)).access_token

test('concurrent calls share one exchange, and each pair of keys has its own', async () => {
  expect(new Set(await Promise.all(Array.from({ length: 50 }, () => tokenNow())))).toEqual(new Set(['token 1']))
  expect(await tokenNow('c|d')).toBe('token 2')
  expect(asked).toBe(2)
})

test('a token is renewed in its last hour and used meanwhile', async () => {
  await tokenNow()
  time += 8 * HOUR
  expect([await tokenNow(), asked]).toEqual(['token 1', 1])
  time += HOUR + 1
  expect(await tokenNow()).toBe('token 1')
  await until(tokenNow, token => token === 'token 2')
  expect(asked).toBe(2)
})

test('a failed renewal does no harm while the old token works, and is not repeated with every call', async () => {
  await tokenNow()
  answer = () => Response.json({ error: 'unavailable' }, { status: 503 })
  time += 9 * HOUR + 1
  for (let call = 0; call < 5; call++) expect(await tokenNow()).toBe('token 1')
  await until(
    async () => asked,
    count => count === 2,
  )
  time += HOUR
  expect(tokenNow()).rejects.toMatchObject({ code: 'upstream_credentials' })
})

test('a refused token is fetched again, once for all refused calls', async () => {
  const stale = { access_token: (await tokenNow()) ?? '' }
  const renewed = await Promise.all(Array.from({ length: 5 }, () => prove(channel(), { ...request, stale })))
  expect([new Set(renewed.map(proof => proof.access_token)), asked]).toEqual([new Set(['token 2']), 2])
})

test('a key that is not a pair is refused', async () => {
  expect(tokenNow('bce-v3/ALTAK-x')).rejects.toMatchObject({ code: 'upstream_credentials' })
})
