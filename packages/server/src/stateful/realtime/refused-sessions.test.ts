import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { Log, Page } from '@tollgate/contract'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { openRealtime } from '../../../test/support/realtime-client.ts'
import { type RealtimeUpstream, startRealtimeUpstream } from '../../../test/support/realtime-upstream.ts'
import { tryToOpen } from '../../../test/support/try-to-open-session.ts'
import { until } from '../../../test/support/until.ts'

const MODEL = 'gpt-realtime'

let upstream: RealtimeUpstream
let gateway: TestGateway
let bearer: string

beforeAll(async () => {
  upstream = await startRealtimeUpstream()
  gateway = await startGateway()
  await gateway.makeChannel({ base_url: upstream.url, models: MODEL })
  await gateway.setOption('ModelRatio', JSON.stringify({ 'live-mute': 1 }))
  bearer = (await gateway.makeToken()).bearer
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})
beforeEach(() => {
  upstream.rejection = null
})

const address = (model = MODEL) => `${gateway.url}/v1/realtime?model=${model}`
const lastLog = async () =>
  (await gateway.consoleCall<Page<Log>>('GET', '/api/log/?p=1&page_size=10')).items.find(log => log.request_id !== '')

describe('a session is refused', () => {
  test.each<[why: string, code: string, status: number, request: () => Promise<{ status: number; code: string }>]>([
    ['without a key', 'token_missing', 401, () => tryToOpen(address(), {})],
    ['with a wrong key', 'token_invalid', 401, () => tryToOpen(address(), { authorization: 'Bearer sk-wrong' })],
    [
      'with a wrong key in the subprotocol, whatever the header says',
      'token_invalid',
      401,
      () =>
        tryToOpen(address(), {
          authorization: `Bearer ${bearer}`,
          'sec-websocket-protocol': 'realtime, openai-insecure-api-key.sk-wrong',
        }),
    ],
    ['without a model', 'model_missing', 400, () => tryToOpen(address(''), { authorization: `Bearer ${bearer}` })],
    [
      'for an unknown model',
      'model_unknown',
      404,
      () => tryToOpen(address('nobody'), { authorization: `Bearer ${bearer}` }),
    ],
    [
      'for a model the token may not use',
      'model_not_allowed',
      403,
      async () => {
        const token = await gateway.makeToken({ model_limits_enabled: true, model_limits: 'another' })
        return tryToOpen(address(), { authorization: `Bearer ${token.bearer}` })
      },
    ],
    [
      'from an address the token does not list',
      'ip_not_allowed',
      403,
      async () => {
        const token = await gateway.makeToken({ allow_ips: '10.1.2.3' })
        return tryToOpen(address(), { authorization: `Bearer ${token.bearer}` })
      },
    ],
    [
      'to a token without money',
      'token_quota_insufficient',
      403,
      async () => {
        const token = await gateway.makeToken({ unlimited_quota: false, remain_quota: 1 })
        return tryToOpen(address(), { authorization: `Bearer ${token.bearer}` })
      },
    ],
    [
      'where the upstream refuses, with its error',
      'invalid_api_key',
      401,
      () => {
        upstream.rejection = () =>
          Response.json({ error: { message: 'Wrong key upstream-key', code: 'invalid_api_key' } }, { status: 401 })
        return tryToOpen(address(), { authorization: `Bearer ${bearer}` })
      },
    ],
  ])('%s: %s', async (_why, code, status, request) => {
    const answer = await request()
    expect(answer).toMatchObject({ status, code })
    expect(JSON.stringify(answer)).not.toContain('upstream-key')
  })

  describe('by an upstream that does not answer', () => {
    const callers = new Set<Socket>()
    const mute = createServer(caller => {
      callers.add(caller)
      caller.resume().on('close', () => callers.delete(caller))
    }).listen(0, '127.0.0.1')
    afterAll(() => mute.close())
    beforeAll(async () => {
      await gateway.makeChannel({
        base_url: `http://127.0.0.1:${(mute.address() as AddressInfo).port}`,
        models: 'live-mute',
      })
    })

    test('after the limit for connecting', async () => {
      await gateway.setOption('relay_setting.connect_timeout_seconds', 1)
      const answer = await tryToOpen(address('live-mute'), { authorization: `Bearer ${bearer}` })
      expect(answer).toMatchObject({ status: 504, code: 'upstream_connect_timeout' })
      await gateway.setOption('relay_setting.connect_timeout_seconds', 15)
    })

    test('without an answer if the client has left', async () => {
      const client = openRealtime(address('live-mute'), bearer)
      const calling = (count: number) =>
        until(
          async () => callers.size,
          size => size === count,
        )
      await calling(1)
      client.socket.terminate()
      await calling(0)
    })
  })

  test('if it is not a WebSocket, without a row', async () => {
    const before = await lastLog()
    const response = await fetch(address(), { headers: { authorization: `Bearer ${bearer}` } })
    expect([response.status, response.headers.get('upgrade')]).toEqual([426, 'websocket'])
    expect(await lastLog()).toEqual(before)
  })

  test('beyond the call limit, which counts every response', async () => {
    await gateway.setOption('ModelRequestRateLimitCount', 2)
    await gateway.setOption('ModelRequestRateLimitSuccessCount', 1_000)
    await gateway.setOption('ModelRequestRateLimitDurationMinutes', 1)
    await gateway.setOption('ModelRequestRateLimitEnabled', true)
    const client = openRealtime(address(), bearer)
    await client.hears('session.created')
    for (const count of [1, 2]) {
      client.say({ type: 'response.create' })
      await client.hears('response.done', count)
    }
    client.say({ type: 'response.create' })
    expect(await client.hears('error')).toMatchObject({ error: { code: 'too_many_calls', type: 'rate_limit_error' } })
    expect(await tryToOpen(address(), { authorization: `Bearer ${bearer}` })).toMatchObject({ status: 429 })
    client.say({ type: 'odd' })
    await until(
      async () => upstream.heard.at(-1),
      last => last !== undefined && 'type' in last && last.type === 'odd',
    )
    client.socket.close()
    await gateway.setOption('ModelRequestRateLimitEnabled', false)
  })
})
