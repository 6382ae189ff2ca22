import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { tooLittleAt } from '../../../test/support/doors.ts'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { setBalance } from '../../money/ledger/index.ts'
import { buildAppContext, type RunningApp } from '../../start/build-app-context.ts'

/** Free calls, by path. */
const FREE: [path: string, body: object | null][] = [
  ['/v1/models', null],
  ['/v1/models/counted', null],
  ['/v1beta/models', null],
  ['/v1/messages/count_tokens', { model: 'counted', messages: [{ role: 'user', content: 'Hi' }] }],
  ['/v1beta/models/counted:countTokens', { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] }],
]

let gateway: TestGateway
let app: RunningApp
let bearer: string

beforeAll(async () => {
  gateway = await startGateway(undefined, async environment => {
    app = await buildAppContext(environment)
    return app
  })
  // the gateway counts, not this channel
  await gateway.makeChannel({ base_url: 'http://127.0.0.1:1', models: 'counted' })
  await gateway.setOption('ModelRatio', '{"counted":1}')
  bearer = (await gateway.makeToken()).bearer
})
afterAll(() => gateway.stop())

const call = (path: string, body: object | null) =>
  fetch(gateway.url + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'x-api-key': bearer, 'accept-language': 'en' },
    ...(body && { body: JSON.stringify(body) }),
  })

async function fill(balance: number): Promise<void> {
  const { id } = await gateway.consoleCall<{ id: number }>('GET', '/api/user/self')
  await app.ledger.recall('user', id)
  await setBalance(app.db, { userId: id, balance, now: app.now() })
}

describe('a free call', () => {
  test.each(FREE)('of %s needs a wallet above zero and costs nothing', async (path, body) => {
    await fill(1)
    expect((await call(path, body)).status).toBe(200)
    expect(await gateway.consoleCall('GET', '/api/user/self')).toMatchObject({ quota: 1 })
    await fill(0)
    const refused = await call(path, body)
    expect(refused.status).toBe(tooLittleAt(path))
    expect(await refused.text()).toMatch(/balance is (too low|used up)/)
  })

  test.each(['/v1/files', '/v1/batches', '/v1/messages/batches', '/v1/conversations'])(
    'to %s is not read if the wallet is empty',
    async path => {
      await fill(0)
      const refused = await call(path, { requests: [] })
      expect([refused.status, await refused.text()]).toEqual([tooLittleAt(path), expect.stringContaining('balance')])
      await fill(1)
      expect((await call(path, { requests: [] })).status).not.toBe(tooLittleAt(path))
    },
  )

  test.each(FREE)('of %s counts as a call', async (path, body) => {
    await fill(1)
    await gateway.setOption('ModelRequestRateLimitCount', 2)
    await gateway.setOption('ModelRequestRateLimitEnabled', true)
    // another window length starts a new count for each test
    const { length } = FREE.slice(0, FREE.findIndex(([known]) => known === path) + 1)
    await gateway.setOption('ModelRequestRateLimitDurationMinutes', length + 1)
    const statuses = [await call(path, body), await call(path, body), await call(path, body)].map(
      ({ status }) => status,
    )
    await gateway.setOption('ModelRequestRateLimitEnabled', false)
    expect(statuses).toEqual([200, 200, 429])
  })
})
