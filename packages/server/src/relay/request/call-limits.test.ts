import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type EvilUpstream, startEvilUpstream } from '../../../test/support/evil-upstream.ts'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { localBuses } from '../../../test/support/local-bus.ts'
import { until } from '../../../test/support/until.ts'
import { ApiError } from '../../api-error.ts'
import { makeCallLimits } from './call-limits.ts'

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

  beforeEach(() => {
    now = 0
  })

  test('counts every call, also those that failed', () => {
    const limits = makeCallLimits(() => now)
    const admit = () => limits.admit(1, { windowMs: MINUTE, calls: 2, successes: 1000 })
    admit()()
    admit()()
    expect(outcome(admit)).toBe(61)
    now = 61_000
    expect(outcome(admit)).toBe('in')
  })

  test('of successes lets calls that failed be made again', () => {
    const limits = makeCallLimits(() => now)
    const admit = () => limits.admit(1, { windowMs: MINUTE, calls: 0, successes: 1 })
    for (let round = 0; round < 5; round++) admit()()
    expect(outcome(admit)).toBe('in')
    expect(outcome(admit)).toBe(61)
  })

  test('is each user’s own', () => {
    const limits = makeCallLimits(() => now)
    const admit = (user: number) => limits.admit(user, { windowMs: MINUTE, calls: 1, successes: 1 })
    expect([1, 2, 1].map(user => outcome(() => admit(user)))).toEqual(['in', 'in', 61])
  })

  test('is none where none is set', () => {
    const limits = makeCallLimits(() => now)
    for (let round = 0; round < 100; round++) limits.admit(1, null)
  })
})

describe('nodes that share a limit of calls', () => {
  const LIMIT = { windowMs: MINUTE, calls: 0, successes: 4 }

  /** Nodes, and a look at what they told each other. */
  function nodes() {
    const buses = localBuses()
    const told: number[][] = []
    buses.join().on('calls', payload => {
      if (Array.isArray(payload)) told.push(...payload)
    })
    const join = () => makeCallLimits(() => 0, buses.join())
    const tell = (counts: number[][]) =>
      until(
        async () => told.toSorted(),
        soFar => Bun.deepEquals(soFar, counts),
      )
    return { here: join(), there: join(), tell, stranger: buses.join() }
  }
  const left = (limits: ReturnType<typeof makeCallLimits>, user: number) => {
    for (let count = 0; ; count++) {
      try {
        limits.admit(user, LIMIT)
      } catch {
        return count
      }
    }
  }

  test('count together, each user for itself', async () => {
    const { here, there, tell } = nodes()
    for (const user of [1, 1, 1, 2]) here.admit(user, LIMIT)
    await tell([
      [1, MINUTE, 3, 3],
      [2, MINUTE, 1, 1],
    ])
    expect([left(there, 1), left(there, 2), left(there, 3)]).toEqual([1, 3, 4])
  })

  test('take a call that failed back on all of them, once', async () => {
    const { here, there, tell } = nodes()
    const takeBack = here.admit(1, LIMIT)
    here.admit(1, LIMIT)
    await tell([[1, MINUTE, 2, 2]])
    takeBack()
    takeBack()
    await tell([
      [1, MINUTE, 0, -1],
      [1, MINUTE, 2, 2],
    ])
    expect([left(there, 1), left(here, 1)]).toEqual([3, 3])
  })

  test('tell each other in messages of some twenty users', async () => {
    const { here, there, tell } = nodes()
    const users = Array.from({ length: 95 }, (_, index) => index + 1)
    for (const user of users) here.admit(user, LIMIT)
    await tell(users.map(user => [user, MINUTE, 1, 1]).toSorted())
    expect(users.map(user => left(there, user))).toEqual(users.map(() => 3))
  })

  test('pass over what no node sends, and keep one window while they learn of another', () => {
    const { here, stranger } = nodes()
    here.admit(1, LIMIT)
    const wrong = [null, {}, [1], [[1, MINUTE, -1, 1]], [[1, MINUTE, 1e9, 1]], [['1', MINUTE, 1, 1]], [[1, 0, 1, 1]]]
    for (const payload of wrong) stranger.publish('calls', payload)
    stranger.publish('calls', [[1, 5 * MINUTE, 1, 1]])
    expect(left(here, 1)).toBe(2)
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
