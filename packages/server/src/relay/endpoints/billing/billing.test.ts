import { afterAll, beforeAll, expect, test } from 'bun:test'
import { TOKEN_STATUS } from '@tollgate/contract'
import { startGateway, type TestGateway } from '../../../../test/support/gateway.ts'
import { startWireUpstream } from '../../../../test/support/wire-upstream.ts'

const upstream = startWireUpstream(() => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1000, completion_tokens: 1, total_tokens: 1001 },
}))
let gateway: TestGateway
beforeAll(async () => {
  gateway = await startGateway()
  await gateway.setOption('ModelRatio', '{"m":1}')
  await gateway.makeChannel({ base_url: upstream.url, models: 'm' })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const ask = async (path: string, bearer = '') => {
  const response = await fetch(gateway.url + path, { headers: { authorization: `Bearer ${bearer}` } })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const call = (bearer: string) =>
  fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}` },
    body: '{"model":"m","messages":[{"role":"user","content":"Hi"}]}',
  }).then(response => response.text())

test('options decide whether billing calls answer for the token or its user, and in dollars or quota', async () => {
  const capped = await gateway.makeToken({ unlimited_quota: false, remain_quota: 500_000, expired_time: 2_000_000_000 })
  await call(capped.bearer)
  const limits = (amount: number, access_until = 2_000_000_000) => ({
    object: 'billing_subscription',
    has_payment_method: true,
    access_until,
    soft_limit_usd: amount,
    hard_limit_usd: amount,
    system_hard_limit_usd: amount,
  })
  for (const root of ['', '/v1']) {
    expect((await ask(`${root}/dashboard/billing/subscription`, capped.bearer)).body).toEqual(limits(1))
    const used = await ask(`${root}/dashboard/billing/usage?start_date=2026-01-01&end_date=2026-02-01`, capped.bearer)
    expect(used.body).toEqual({ object: 'list', total_usage: 0.2002 })
  }
  const unlimited = await gateway.makeToken()
  expect((await ask('/v1/dashboard/billing/subscription', unlimited.bearer)).body).toEqual(limits(100_000_000, 0))

  await gateway.setOption('DisplayTokenStatEnabled', false)
  const { body } = await ask('/v1/dashboard/billing/subscription', unlimited.bearer)
  expect(body.hard_limit_usd).not.toBe(100_000_000)
  expect((await ask('/dashboard/billing/usage', unlimited.bearer)).body.total_usage).toBe(0.2002)
  await gateway.setOption('DisplayInCurrencyEnabled', false)
  expect((await ask('/dashboard/billing/usage', unlimited.bearer)).body.total_usage).toBe(100_100)
  await gateway.setOption('DisplayInCurrencyEnabled', true)
  await gateway.setOption('DisplayTokenStatEnabled', true)
})

test('a token’s key reads its own usage and log, and nothing of other tokens', async () => {
  const [mine, other] = [
    await gateway.makeToken({ name: 'mine', unlimited_quota: false, remain_quota: 5000 }),
    await gateway.makeToken({ name: 'other' }),
  ]
  await call(mine.bearer)
  await call(other.bearer)
  for (const path of ['/api/usage/token', '/api/usage/token/']) {
    const { body } = await ask(path, mine.bearer)
    expect(body).toEqual({
      code: true,
      message: 'ok',
      data: {
        ...{
          object: 'token_usage',
          name: 'mine',
          unlimited_quota: false,
          model_limits: {},
          model_limits_enabled: false,
        },
        total_granted: 5000,
        total_used: 1001,
        total_available: 3999,
        expires_at: 0,
      },
    })
  }
  const { body } = await ask('/api/log/token', mine.bearer)
  const rows = body.data as { token_name: string; channel: number; other: string }[]
  expect(rows.map(({ token_name, channel }) => [token_name, channel])).toEqual([['mine', 0]])
  expect(rows[0]?.other).not.toContain('admin_info')
})

test('a token with an exhausted cap still gets an answer; a disabled or unknown one gets none', async () => {
  const spent = await gateway.makeToken({ unlimited_quota: false, remain_quota: 0 })
  expect(await ask('/v1/dashboard/billing/subscription', spent.bearer)).toMatchObject({
    status: 200,
    body: { hard_limit_usd: 0 },
  })
  const disabled = await gateway.makeToken()
  await gateway.consoleCall('PUT', '/api/token/?status_only=true', { id: disabled.id, status: TOKEN_STATUS.disabled })
  for (const bearer of [disabled.bearer, 'sk-nobody', ''])
    for (const path of ['/v1/dashboard/billing/subscription', '/api/log/token'])
      expect(await ask(path, bearer)).toMatchObject({ status: expect.any(Number), body: { error: expect.anything() } })
  const inAddress = await fetch(`${gateway.url}/api/log/token?key=${spent.bearer}`)
  expect(inAddress.status).toBe(401)
})
