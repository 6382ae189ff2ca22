import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import type { Log, LogOther, Plan, Subscription, User } from '@tollgate/contract'
import { type EvilUpstream, startEvilUpstream } from '../../../test/support/evil-upstream.ts'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'

let upstream: EvilUpstream
let gateway: TestGateway
let bearer: string

beforeAll(async () => {
  upstream = await startEvilUpstream()
  gateway = await startGateway()
  await gateway.makeChannel({ base_url: upstream.url, models: 'good,bad-request' })
  await gateway.setOption('ModelRatio', '{"good":1,"bad-request":1}')
  bearer = (await gateway.makeToken()).bearer
})
beforeEach(async () => {
  for (const { id, status } of await own())
    if (status !== 'ended') await gateway.consoleCall('DELETE', `/api/subscription/self/${id}`)
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const own = () => gateway.consoleCall<Subscription[]>('GET', '/api/subscription/self')
const balance = async () => (await gateway.consoleCall<User>('GET', '/api/user/self')).quota
const usedOf = async (id: number) => (await own()).find(one => one.id === id)?.used ?? 0
const call = (more: object = {}) =>
  fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'accept-language': 'en' },
    body: JSON.stringify({ model: 'good', max_tokens: 20, messages: [{ role: 'user', content: 'Hello' }], ...more }),
  })
const otherOf = async (response: Response) => {
  const [row] = (await gateway.logsOf(response)) as [Log]
  return { quota: row.quota, ...(JSON.parse(row.other) as LogOther) }
}

async function subscribed(more: object): Promise<Subscription> {
  const fields = { name: 'Plan', price: 0, period: 'month', ...more }
  const plan = await gateway.consoleCall<Plan>('POST', '/api/plan/', fields)
  return gateway.consoleCall('POST', '/api/subscription/self', { plan_id: plan.id })
}

test('a plan pays instead of the wallet; log row and headers say so', async () => {
  const { id } = await subscribed({ five_hours: 100_000, week: 400_000 })
  const before = await balance()
  const response = await call()
  expect(response.status).toBe(200)
  const { quota, plan } = await otherOf(response)
  expect([plan, await balance(), await usedOf(id)]).toEqual([{ id, name: 'Plan' }, before, quota])
  const headers = Object.fromEntries(response.headers)
  expect(headers).toMatchObject({
    'x-ratelimit-limit-5h': '100000',
    'x-ratelimit-remaining-7d': String(400_000 - quota),
    'anthropic-ratelimit-unified-status': 'allowed',
    'anthropic-ratelimit-unified-5h-status': 'allowed',
    'anthropic-ratelimit-unified-representative-claim': 'five_hour',
  })
  const reset = Number(headers['anthropic-ratelimit-unified-5h-reset'])
  expect(reset).toBeWithin(Date.now() / 1000 + 17_000, Date.now() / 1000 + 18_010)
  expect(headers['x-ratelimit-reset-5h']).toMatch(/^\d+s$/)
})

test('a streamed answer carries the headers too', async () => {
  await subscribed({ day: 100_000 })
  const response = await call({ stream: true })
  expect(response.headers.get('x-ratelimit-limit-1d')).toBe('100000')
  await response.text()
})

test('without a plan the wallet pays, and the answer has no such header', async () => {
  await subscribed({ day: 100_000, models: 'another-model' })
  const before = await balance()
  const response = await call()
  const { quota, plan } = await otherOf(response)
  expect([plan, response.headers.get('x-ratelimit-limit-1d')]).toEqual([undefined, null])
  expect(await balance()).toBe(before - quota)
})

test('a plan for a model pays for calls by its alias', async () => {
  await gateway.setOption('ModelMetadata', '{"good":{"aliases":["better"]}}')
  await subscribed({ day: 100_000, models: 'good' })
  expect((await otherOf(await call({ model: 'better' }))).plan?.name).toBe('Plan')
  await gateway.setOption('ModelMetadata', '{}')
})

test('plans pay in order of their end, or in the user’s order; then the wallet pays', async () => {
  const year = await subscribed({ name: 'Year', period: 'year', day: 100_000 })
  const month = await subscribed({ name: 'Month', day: 100_000 })
  await subscribed({ name: 'Too small', day: 1 })
  const payer = async () => {
    const response = await call()
    expect(response.status).toBe(200)
    return (await otherOf(response)).plan?.name
  }
  expect(await payer()).toBe('Month')
  await gateway.consoleCall('PUT', `/api/subscription/self/${year.id}`, { position: 1 })
  expect(await payer()).toBe('Year')
  for (const { id } of [year, month]) await gateway.consoleCall('DELETE', `/api/subscription/self/${id}`)
  expect(await payer()).toBe(undefined)
})

test('a used-up plan set to stop refuses with the time of its reset, and nothing is sent', async () => {
  await subscribed({ name: 'Strict', day: 100_000, five_hours: 1, beyond: 'stop' })
  const sent = upstream.requests.length
  const refused = await call()
  const { error } = (await refused.json()) as { error: { code: string; message: string } }
  expect([refused.status, error.code]).toEqual([403, 'subscription_spent'])
  expect(upstream.requests).toHaveLength(sent)
  for (const { id } of await own())
    await gateway.consoleCall('DELETE', `/api/subscription/self/${id}`).catch(() => null)

  const { id } = await subscribed({ name: 'Strict', day: 3_000, beyond: 'stop' })
  for (let tries = 0; ; tries += 1) {
    const response = await call()
    if (response.status === 200 && tries < 500) continue
    const { error } = (await response.json()) as { error: { code: string; message: string } }
    expect([response.status, error.code]).toEqual([429, 'subscription_used_up'])
    expect(error.message).toMatch(/^Your plan Strict .* it returns at \d{4}-\d\d-\d\d \d\d:\d\d UTC/)
    expect(Number(response.headers.get('retry-after'))).toBeWithin(1, 86_401)
    break
  }
  expect(await usedOf(id)).toBeLessThanOrEqual(3_000)
})

test('a plan that counts calls pays whatever they cost, by the weight of their model', async () => {
  const { id } = await subscribed({ unit: 'calls', day: 5_500, weights: 'go*=2.5, bad=7' })
  const before = await balance()
  const response = await call({ max_tokens: 1_000_000 })
  expect(response.status).toBe(200)
  const { plan, quota } = await otherOf(response)
  expect(plan).toEqual({ id, name: 'Plan', calls: 2_500 })
  expect([await usedOf(id), await balance()]).toEqual([quota, before])
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'x-ratelimit-limit-1d': '5',
    'x-ratelimit-remaining-1d': '3',
    'anthropic-ratelimit-unified-1d-utilization': '0.45',
  })
  expect((await otherOf(await call())).plan?.calls).toBe(2_500)
  // Half a call is left.
  expect((await otherOf(await call())).plan).toBe(undefined)
})

test('a plan of calls set to stop refuses beyond them, and a failed call counts none', async () => {
  await gateway.setOption('ModelMetadata', '{"good":{"aliases":["better"]}}')
  const { id } = await subscribed({
    name: 'Calls',
    unit: 'calls',
    week: 3_000,
    weights: 'good=3,bad*=2',
    beyond: 'stop',
  })
  const failed = await call({ model: 'bad-request' })
  expect(failed.ok).toBe(false)
  expect((await own()).find(one => one.id === id)?.windows[0]?.used).toBe(0)
  // An alias counts what its model counts.
  expect((await otherOf(await call({ model: 'better' }))).plan?.calls).toBe(3_000)
  const refused = await call()
  const { error } = (await refused.json()) as { error: { code: string; message: string } }
  expect([refused.status, error.code]).toEqual([429, 'subscription_calls_used_up'])
  expect(error.message).toMatch(
    /^Your plan Calls has too few calls left for this one, which counts as 3; more return at /,
  )
  await gateway.setOption('ModelMetadata', '{}')
})

test('a refund returns to the plan, not to the wallet', async () => {
  const { id } = await subscribed({ day: 100_000 })
  const response = await call()
  const [row] = (await gateway.logsOf(response)) as [Log]
  const before = await balance()
  expect(await usedOf(id)).toBe(row.quota)
  await gateway.consoleCall('POST', '/api/refund/', { log_id: row.id, reason: 'sorry' })
  expect([await usedOf(id), await balance()]).toEqual([0, before])
})
