import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type EvilUpstream, startEvilUpstream } from '../../../test/support/evil-upstream.ts'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { countsOfNodes } from '../../platform/cluster/counts-of-nodes.ts'
import { localCounts } from '../../platform/counts/local-counts.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { type CallLimit, makeCallLimits, type UncountSuccess } from './call-limits.ts'
import type { MinuteLimit } from './token-index.ts'

const MINUTE = 60_000

describe('a limit of calls', () => {
  let now = 0
  const outcome = (admit: () => unknown) => {
    try {
      admit()
      return 'in'
    } catch (error) {
      return error instanceof ApiError ? error.retryAfterSeconds : error
    }
  }

  /** The limits of a single node, which decides synchronously. */
  function alone() {
    const limits = makeCallLimits(
      countsOfNodes(
        localCounts(() => now),
        null,
        () => false,
      ),
    )
    return {
      admit: (callerId: number, limit: CallLimit | null, minuteLimits: MinuteLimit[] = []) =>
        limits.admit({ callerId, minuteLimits }, limit) as UncountSuccess,
    }
  }

  beforeEach(() => {
    now = 0
  })

  test('counts every call, including failed ones', () => {
    const limits = alone()
    const admit = () => limits.admit(1, { windowMs: MINUTE, calls: 2, successes: 1000 })
    admit()()
    admit()()
    expect(outcome(admit)).toBe(61)
    now = 61_000
    expect(outcome(admit)).toBe('in')
  })

  test('of successes allows failed calls to be repeated', () => {
    const limits = alone()
    const admit = () => limits.admit(1, { windowMs: MINUTE, calls: 0, successes: 1 })
    for (let round = 0; round < 5; round++) admit()()
    expect(outcome(admit)).toBe('in')
    expect(outcome(admit)).toBe(61)
  })

  test.each([0, -1])('of %d calls and 0 successes is no limit', calls => {
    const limits = alone()
    for (let round = 0; round < 100; round++) limits.admit(1, { windowMs: MINUTE, calls, successes: 0 })
  })

  test('takes a failed call off once', () => {
    const limits = alone()
    const admit = () => limits.admit(1, { windowMs: MINUTE, calls: 0, successes: 2 })
    const takeBack = admit()
    admit()
    takeBack()
    takeBack()
    expect([outcome(admit), outcome(admit)]).toEqual(['in', 61])
  })

  test('applies to each user separately', () => {
    const limits = alone()
    const admit = (user: number) => limits.admit(user, { windowMs: MINUTE, calls: 1, successes: 1 })
    expect([1, 2, 1].map(user => outcome(() => admit(user)))).toEqual(['in', 'in', 61])
  })

  test('does not apply if none is set', () => {
    const limits = alone()
    for (let round = 0; round < 100; round++) limits.admit(1, null)
  })
})

describe('the gateway', () => {
  let upstream: EvilUpstream
  let gateway: TestGateway
  let bearer: string

  beforeAll(async () => {
    upstream = await startEvilUpstream()
    gateway = await startGateway()
    await gateway.makeChannel({ base_url: upstream.url, models: 'good,bad-request', group: 'default,vip' })
    await gateway.setOption('ModelRatio', '{"good":1,"bad-request":1}')
    await gateway.setOption('ModelRequestRateLimitSuccessCount', 2)
    await gateway.setOption('ModelRequestRateLimitGroup', '{"vip":[3,3]}')
    await gateway.setOption('ModelRequestRateLimitEnabled', true)
    bearer = (await gateway.makeToken()).bearer
  })

  afterAll(async () => {
    await gateway.stop()
    await upstream.stop()
  })

  const call = (model: string, key = bearer, path = '/v1/chat/completions') =>
    fetch(gateway.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify({ model, max_tokens: 5, messages: [{ role: 'user', content: 'Hello' }] }),
    })

  test('refuses calls beyond the limit in the client’s dialect with Retry-After, and sends nothing upstream', async () => {
    expect((await call('bad-request')).status).toBe(400)
    const together = await Promise.all([call('good'), call('good'), call('good')])
    expect(together.map(({ status }) => status).sort()).toEqual([200, 200, 429])
    const sent = upstream.requests.length

    const refused = await call('good', bearer, '/v1/messages')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeWithin(1, 62)
    expect(await refused.json()).toMatchObject({ type: 'error', error: { type: 'rate_limit_error' } })
    expect(upstream.requests).toHaveLength(sent)
  })

  test('applies the group’s own limit before the general one', async () => {
    const { bearer: vip } = await gateway.makeToken({ group: 'vip' })
    expect((await call('good', vip)).status).toBe(429)
    await gateway.setOption('ModelRequestRateLimitGroup', '{"vip":[100,100]}')
    expect((await call('good', vip)).status).toBe(200)
  })
})
