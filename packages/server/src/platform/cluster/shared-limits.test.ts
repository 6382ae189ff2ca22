import { afterEach, describe, expect, test } from 'bun:test'
import { freePort } from '../../../../../scripts/lib/free-port.mjs'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { type EvilUpstream, startEvilUpstream } from '../../../test/support/evil-upstream.ts'
import { type Operator, setUpGateway } from '../../../test/support/gateway.ts'
import { type GatewayProcess, startGatewayProcess } from '../../../test/support/gateway-process.ts'
import { type RedisServer, startRedisServer } from '../../../test/support/redis-server.ts'
import { until } from '../../../test/support/until.ts'

const PATIENCE_MS = 60_000
const LIMIT = 10
const isRedisHere = Boolean(process.env.TEST_REDIS_URL)

for (const { kind, open } of databases()) {
  describe(`a limit of calls on ${kind}`, () => {
    let database: TestDatabase
    let upstream: EvilUpstream
    let redis: RedisServer | undefined
    const nodes: GatewayProcess[] = []
    afterEach(async () => {
      for (const node of nodes.splice(0)) await node.kill()
      redis?.thaw()
      await redis?.kill()
      redis = undefined
      await upstream.stop()
      await database.close()
    })

    async function start(count: number, environment: Record<string, string>): Promise<Operator> {
      database = await open()
      upstream = await startEvilUpstream()
      for (let at = 0; at < count; at++)
        nodes.push(await startGatewayProcess(database.place, await freePort(), { environment }))
      const operator = await setUpGateway(nodes[0]?.url ?? '')
      await operator.makeChannel({ base_url: upstream.url, models: 'good' })
      await operator.setOption('ModelRatio', '{"good":1}')
      return operator
    }

    /** Uses a new connection, so that connections spread over the workers. */
    const call = async (bearer: string, at: number) => {
      const response = await fetch(`${nodes[at % nodes.length]?.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, connection: 'close' },
        body: JSON.stringify({ model: 'good', messages: [{ role: 'user', content: 'Hello' }] }),
      })
      await response.text()
      return response
    }
    const statuses = async (bearer: string, calls: number) =>
      (await Promise.all(Array.from({ length: calls }, (_, at) => call(bearer, at)))).map(({ status }) => status)
    const answered = (all: readonly number[]) => all.filter(status => status === 200).length

    /** Makes every process know the limit, with nothing counted yet. */
    async function limitCalls(operator: Operator): Promise<string> {
      const { bearer: probe } = await operator.makeToken()
      await operator.setOption('ModelRequestRateLimitCount', LIMIT)
      await operator.setOption('ModelRequestRateLimitEnabled', true)
      await until(
        () => statuses(probe, 16),
        all => answered(all) === 0,
        20_000,
      )
      // A window of another length has a separate count; a process that does not know it yet refuses as before.
      await operator.setOption('ModelRequestRateLimitDurationMinutes', 30)
      return probe
    }

    async function expectOneLimit(bearer: string): Promise<void> {
      let passed = 0
      await until(
        async () => {
          passed += answered(await statuses(bearer, 16))
          return passed
        },
        count => count >= LIMIT,
        20_000,
      )
      expect(passed).toBe(LIMIT)
      expect(answered(await statuses(bearer, 16))).toBe(0)
    }

    test(
      'is shared by the workers of a server',
      async () => {
        const operator = await start(1, { WORKERS: '2' })
        const bearer = await limitCalls(operator)
        await expectOneLimit(bearer)
      },
      PATIENCE_MS,
    )

    // SQLite has one node.
    if (kind === 'sqlite') return

    test.skipIf(!isRedisHere)(
      'is shared by two nodes on one Redis',
      async () => {
        redis = await startRedisServer()
        const operator = await start(2, { REDIS_URL: redis.url })
        const bearer = await limitCalls(operator)
        await expectOneLimit(bearer)
      },
      PATIENCE_MS,
    )

    test.skipIf(!isRedisHere)(
      'is counted by each node alone while Redis is away, or calls are refused with 503 until it is back',
      async () => {
        redis = await startRedisServer()
        const operator = await start(2, { REDIS_URL: redis.url })
        const { bearer } = await operator.makeToken()
        await operator.setOption('ModelRequestRateLimitCount', 1_000)
        await operator.setOption('ModelRequestRateLimitEnabled', true)
        await redis.kill()
        expect(await statuses(bearer, 6)).toEqual(Array(6).fill(200))
        await operator.setOption('rate_limit_setting.without_redis', 'refuse')
        await until(
          () => statuses(bearer, 6),
          all => all.every(status => status === 503),
          20_000,
        )
        const refused = await call(bearer, 0)
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
        await redis.startAgain()
        await until(
          () => statuses(bearer, 6),
          all => all.every(status => status === 200),
          30_000,
        )
      },
      PATIENCE_MS,
    )
  })
}
