import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Log, Page, Token, User } from '@tollgate/contract'
import { type EvilUpstream, startEvilUpstream } from '../../../test/support/evil-upstream.ts'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { until } from '../../../test/support/until.ts'
import { recallPeriod } from '../../money/ledger/index.ts'
import { buildAppContext, type RunningApp } from '../../start/build-app-context.ts'

let upstream: EvilUpstream
let gateway: TestGateway
let app: RunningApp

beforeAll(async () => {
  upstream = await startEvilUpstream()
  gateway = await startGateway(undefined, async environment => {
    app = await buildAppContext(environment)
    return app
  })
  await gateway.makeChannel({ base_url: upstream.url, models: 'good' })
  await gateway.setOption('ModelRatio', '{"good":1}')
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const call = (bearer: string) =>
  fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'accept-language': 'en' },
    body: JSON.stringify({ model: 'good', max_tokens: 20, messages: [{ role: 'user', content: 'Hello' }] }),
  })

interface Refused {
  error: { code: string; message: string; type: string }
}

test('a token’s limit by period is spent and shown, and refuses with the time of its reset', async () => {
  const token = await gateway.makeToken({ quota_period: 'day', period_quota: 10_000 })
  expect((await call(token.bearer)).status).toBe(200)
  const list = () => gateway.consoleCall<Page<Token>>('GET', '/api/token/?p=1&size=100')
  const shown = async () => (await list()).items.find(({ id }) => id === token.id)
  const used = (await shown())?.period_used ?? 0
  expect(used).toBeGreaterThan(0)

  await gateway.consoleCall('PUT', '/api/token/', { id: token.id, period_quota: used + 1 })
  const sent = upstream.requests.length
  const refused = await until(
    () => call(token.bearer),
    ({ status }) => status !== 200,
  )
  const { error } = (await refused.json()) as Refused
  expect([refused.status, error.code, error.type]).toEqual([429, 'token_period_used_up', 'insufficient_quota'])
  expect(error.message).toMatch(/renews at \d{4}-\d\d-\d\d 00:00 UTC/)
  expect(Number(refused.headers.get('retry-after'))).toBeWithin(1, 86_401)
  expect(upstream.requests).toHaveLength(sent)

  await gateway.consoleCall('PUT', '/api/token/', { id: token.id, quota_period: '' })
  expect((await call(token.bearer)).status).toBe(200)
  expect(await shown()).toMatchObject({ quota_period: '' })
})

test('a user’s limit by period applies to all the user’s tokens', async () => {
  const { id } = await gateway.consoleCall<User>('GET', '/api/user/self')
  const [one, other] = [await gateway.makeToken(), await gateway.makeToken()]
  const limit = async (period_quota: number) => {
    await recallPeriod(app, 'user', id, { period_quota })
    await app.db.updateTable('users').set({ quota_period: 'week', period_quota }).where('id', '=', id).execute()
    await app.changeEvents.emit('users', id)
  }
  await limit(10_000)
  expect((await call(one.bearer)).status).toBe(200)
  const { period_used = 0 } = await gateway.consoleCall<User>('GET', '/api/user/self')
  expect(period_used).toBeGreaterThan(0)
  await limit(period_used)
  for (const { bearer } of [one, other]) {
    const refused = await call(bearer)
    const { error } = (await refused.json()) as Refused
    expect([refused.status, error.code]).toEqual([429, 'user_period_used_up'])
  }
})

test('an administrator sets a user’s limit, which is logged', async () => {
  const member = await gateway.consoleCall<User>('POST', '/api/user/', {
    username: 'limited',
    password: 'a long password',
  })
  const change = { id: member.id, quota_period: 'month', period_quota: 500 }
  expect(await gateway.consoleCall<User>('PUT', '/api/user/', change)).toMatchObject(change)
  expect((await gateway.consoleCall<User>('GET', `/api/user/${member.id}`)).period_used).toBe(0)
  const { items } = await gateway.consoleCall<Page<Log>>('GET', '/api/log/?p=1&page_size=5')
  expect(items.map(({ content }) => content)).toContainEqual(
    expect.stringContaining('none → every month; spending limit: $0.00 → $0.001'),
  )
})
