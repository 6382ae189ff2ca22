import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { ROLE } from '@tollgate/contract'
import { freePort } from '../../../../../scripts/lib/free-port.mjs'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { type EvilUpstream, startEvilUpstream } from '../../../test/support/evil-upstream.ts'
import { setUpGateway, signUp } from '../../../test/support/gateway.ts'
import { type GatewayProcess, MAIN, startGatewayProcess } from '../../../test/support/gateway-process.ts'
import { startHeldUpstream } from '../../../test/support/held-upstream.ts'
import { type RedisServer, startRedisServer } from '../../../test/support/redis-server.ts'
import { until } from '../../../test/support/until.ts'

const CLOCK_AHEAD = join(import.meta.dir, '../../../test/support/clock-ahead.ts')
/** Versions in the database are polled every two seconds, and machines may be slow. */
const PATIENCE_MS = 20_000
const isRedisHere = Boolean(process.env.TEST_REDIS_URL)
const seconds = () => Math.floor(Date.now() / 1000)

for (const { kind, open } of databases().filter(({ kind }) => kind === 'postgres')) {
  describe(`two nodes on ${kind}`, () => {
    let database: TestDatabase
    let upstream: EvilUpstream
    let redis: RedisServer | undefined
    let nodes: GatewayProcess[]
    beforeEach(async () => {
      database = await open()
      upstream = await startEvilUpstream()
      nodes = []
    })
    afterEach(async () => {
      for (const node of nodes) await node.kill()
      redis?.thaw()
      await redis?.kill()
      redis = undefined
      await upstream.stop()
      await database.close()
    })

    async function start(program?: string[]): Promise<GatewayProcess> {
      const environment: Record<string, string> = redis ? { REDIS_URL: redis.url } : {}
      const node = await startGatewayProcess(database.place, await freePort(), {
        environment,
        ...(program && { program }),
      })
      nodes.push(node)
      return node
    }

    const callAt = async ({ url }: GatewayProcess, bearer: string, model = 'good') => {
      const headers = { authorization: `Bearer ${bearer}` }
      const body = JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] })
      const answer = await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body })
      const { error } = (await answer.json()) as { error?: { code: string } }
      return error?.code ?? 'answered'
    }

    /** Resolves once a setting made on one node applies on the other. */
    async function agree(here: GatewayProcess, there: GatewayProcess) {
      const operator = await setUpGateway(here.url)
      const channel = await operator.makeChannel({ base_url: upstream.url, models: 'good' })
      const token = await operator.makeToken()
      const becomes = (code: string) =>
        until(
          () => callAt(there, token.bearer),
          answer => answer === code,
          PATIENCE_MS,
        )
      await becomes('model_price_missing')
      await operator.setOption('ModelRatio', '{"good":1}')
      await becomes('answered')
      await operator.setOption('ModelRatio', '{}')
      await becomes('model_price_missing')
      await operator.consoleCall('PUT', '/api/user/setting', {
        notify_type: 'email',
        quota_warning_threshold: 1,
        accept_unset_model_ratio_model: true,
      })
      await becomes('answered')
      await operator.consoleCall('PUT', '/api/token/?status_only=true', { id: token.id, status: 2 })
      await becomes('token_disabled')
      await operator.consoleCall('PUT', '/api/token/?status_only=true', { id: token.id, status: 1 })
      await becomes('answered')
      await operator.consoleCall('DELETE', `/api/channel/${channel.id}`)
      await becomes('model_unknown')

      const user = await signUp(database.storage, ROLE.user)
      const isSignedInThere = () =>
        user.consoleCall(there.url, 'GET', '/api/user/self').then(
          () => true,
          () => false,
        )
      expect(await isSignedInThere()).toBe(true)
      await user.consoleCall(here.url, 'GET', '/api/user/logout')
      expect(await isSignedInThere()).toBe(false)
    }

    test.skipIf(!isRedisHere)(
      'are one gateway: a setting made on one applies on the other',
      async () => {
        redis = await startRedisServer()
        await agree(await start(), await start())
      },
      60_000,
    )

    // A write that waited for Redis would make this last for minutes.
    test.skipIf(!isRedisHere)(
      'are one gateway within seconds while Redis is frozen, and write as usual',
      async () => {
        redis = await startRedisServer()
        const [here, there] = [await start(), await start()]
        redis.freeze()
        await agree(here, there)
      },
      60_000,
    )

    test('are one gateway within seconds without Redis', async () => {
      await agree(await start(), await start())
    }, 60_000)

    test.skipIf(!isRedisHere)(
      'count password guesses together',
      async () => {
        redis = await startRedisServer()
        const [here, there] = [await start(), await start()]
        await setUpGateway(here.url)
        const guess = async ({ url }: GatewayProcess) => {
          const headers = { 'content-type': 'application/json' }
          const body = JSON.stringify({ username: 'root', password: 'a wrong guess' })
          return (await fetch(`${url}/api/user/login`, { method: 'POST', headers, body })).status
        }
        for (let round = 0; round < 10; round++) expect([await guess(here), await guess(there)]).toEqual([200, 200])
        // The last message may still be on its way.
        for (const node of nodes)
          await until(
            () => guess(node),
            status => status === 429,
          )
      },
      60_000,
    )

    test('expire tokens and sessions by the database’s time, even if a machine’s clock is two minutes ahead', async () => {
      const [right, ahead] = [await start(), await start(['--preload', CLOCK_AHEAD, MAIN])]
      const operator = await setUpGateway(ahead.url)
      await operator.makeChannel({ base_url: upstream.url, models: 'good' })
      await operator.setOption('ModelRatio', '{"good":1}')
      const { bearer } = await operator.makeToken({ expired_time: seconds() + 100 })
      expect(await callAt(ahead, bearer)).toBe('answered')

      const user = await signUp(database.storage, ROLE.user)
      const { db } = database.storage
      await db
        .updateTable('sessions')
        .set({ expires_at: seconds() + 100 })
        .where('user_id', '=', user.id)
        .execute()
      expect(await user.consoleCall<{ id: number }>(ahead.url, 'GET', '/api/user/self')).toMatchObject({ id: user.id })
      expect(await user.consoleCall<{ id: number }>(right.url, 'GET', '/api/user/self')).toMatchObject({ id: user.id })
      const written = await db.selectFrom('sessions').select('created_at').where('user_id', '!=', user.id).execute()
      for (const { created_at } of written) expect(Math.abs(created_at - seconds())).toBeLessThan(60)
    }, 60_000)
  })

  test('a node that stood still refuses no call for that time', async () => {
    const database = await open()
    const upstream = await startHeldUpstream()
    const node = await startGatewayProcess(database.place, await freePort())
    const operator = await setUpGateway(node.url)
    await operator.makeChannel({ base_url: upstream.url, models: 'slow' })
    await operator.setOption('ModelRatio', '{"slow":1}')
    await operator.setOption('relay_setting.first_byte_timeout_seconds', 3)
    const { bearer } = await operator.makeToken()
    const answer = fetch(`${node.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}` },
      body: JSON.stringify({ model: 'slow', messages: [{ role: 'user', content: 'Hello' }] }),
    })
    await until(
      async () => upstream.held(),
      held => held === 1,
    )
    node.signal('SIGSTOP')
    // Must be longer than the limit.
    await Bun.sleep(4_000)
    node.signal('SIGCONT')
    // Its timers have run once it has answered a request.
    await fetch(`${node.url}/api/status`)
    upstream.goOn()
    expect((await answer).status).toBe(200)
    await node.kill()
    await upstream.stop()
    await database.close()
  }, 60_000)
}
