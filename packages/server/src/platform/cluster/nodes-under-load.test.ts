import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { LOG_TYPE } from '@tollgate/contract'
import { freePort } from '../../../../../scripts/lib/free-port.mjs'
import { type BehindNetwork, behindNetwork } from '../../../test/support/behind-network.ts'
import { type DatabasePlace, databases, type TestDatabase } from '../../../test/support/databases.ts'
import { type EvilUpstream, startEvilUpstream } from '../../../test/support/evil-upstream.ts'
import { setUpGateway } from '../../../test/support/gateway.ts'
import { type GatewayProcess, mortalGateway, startGatewayProcess } from '../../../test/support/gateway-process.ts'
import { type HeldUpstream, startHeldUpstream } from '../../../test/support/held-upstream.ts'
import { callOnce, type Ended, startLoad } from '../../../test/support/load.ts'
import { type RedisServer, startRedisServer } from '../../../test/support/redis-server.ts'
import { until } from '../../../test/support/until.ts'
import { audit } from '../../money/ledger/audit.ts'

const isRedisHere = Boolean(process.env.TEST_REDIS_URL)
/** A connection that the network lost ends at its deadline, and machines may be slow. */
const RECOVERY_MS = 40_000

for (const { kind, open } of databases().filter(({ kind }) => kind === 'postgres')) {
  describe.skipIf(!isRedisHere)(`two nodes under load on ${kind} with Redis`, () => {
    let database: TestDatabase
    let far: BehindNetwork
    let redis: RedisServer
    let upstream: EvilUpstream
    let held: HeldUpstream
    let nodes: [GatewayProcess, GatewayProcess]
    let bearer: string

    const start = (place: DatabasePlace) =>
      freePort().then(port =>
        startGatewayProcess(place, port, { program: mortalGateway(), environment: { REDIS_URL: redis.url } }),
      )
    beforeAll(async () => {
      database = await open()
      far = await behindNetwork(database.place)
      redis = await startRedisServer()
      upstream = await startEvilUpstream()
      held = await startHeldUpstream()
      nodes = [await start(database.place), await start(far.place)]
      const operator = await setUpGateway(nodes[0].url)
      await operator.makeChannel({ base_url: upstream.url, models: 'good' })
      await operator.makeChannel({ base_url: held.url, models: 'slow' })
      await operator.setOption('ModelRatio', '{"good":1,"slow":1}')
      bearer = (await operator.makeToken()).bearer
      await isWorking(nodes[1])
    }, 90_000)
    afterAll(async () => {
      for (const node of nodes) await node.kill()
      redis.thaw()
      await redis.kill()
      await upstream.stop()
      await held.stop()
      await far.close()
      await database.close()
    })

    const isWorking = ({ url }: GatewayProcess) =>
      until(
        () => callOnce(url, bearer),
        ({ outcome }) => outcome === 'full',
        RECOVERY_MS,
      )

    /** Every full answer has one row; the books balance once dead nodes hold nothing any more. */
    async function expectCharged(ended: Ended[]) {
      const { db } = database.storage
      await until(
        () => db.selectFrom('nodes').select('id').execute(),
        living => living.length === nodes.length,
        20_000,
      )
      expect(await audit(database.storage, Math.floor(Date.now() / 1000))).toEqual([])
      const rows = await db.selectFrom('logs').select('request_id').where('type', '=', LOG_TYPE.consume).execute()
      const counts = Map.groupBy(rows, row => row.request_id)
      expect(ended.filter(({ id, outcome }) => outcome === 'full' && counts.get(id)?.length !== 1)).toEqual([])
      expect([...counts.values()].filter(({ length }) => length > 1)).toEqual([])
    }
    const notFull = (ended: Ended[]) => ended.filter(({ outcome }) => outcome !== 'full')

    test('lose nothing when each is killed in turn, and the other answers every call', async () => {
      for (const [place, at] of [database.place, far.place].entries()) {
        const [dying, other] = place === 0 ? nodes : [nodes[1], nodes[0]]
        const loads = [dying, other].map(({ url }) => startLoad(url, bearer))
        await Promise.all(loads.map(load => load.untilAnswered(60)))
        const killed = dying.kill()
        const lost = loads[0]?.stop()
        await killed
        await loads[1]?.untilAnswered(60)
        const [ofDying = [], ofOther = []] = [await lost, await loads[1]?.stop()]
        expect(notFull(ofOther)).toEqual([])
        nodes[place] = await start(at)
        await isWorking(nodes[place] as GatewayProcess)
        await expectCharged([...ofDying, ...ofOther])
      }
    }, 120_000)

    const TROUBLES: Record<string, [() => unknown, () => unknown]> = {
      'is frozen': [() => redis.freeze(), () => redis.thaw()],
      'is away': [() => redis.kill(), () => redis.startAgain()],
    }
    test.each(Object.keys(TROUBLES))(
      'answer and charge as usual while Redis %s',
      async name => {
        const loads = nodes.map(({ url }) => startLoad(url, bearer, { clients: 6 }))
        await Promise.all(loads.map(load => load.untilAnswered(20)))
        await TROUBLES[name]?.[0]()
        await Promise.all(loads.map(load => load.untilAnswered(200)))
        await TROUBLES[name]?.[1]()
        await Promise.all(loads.map(load => load.untilAnswered(20)))
        const ended = (await Promise.all(loads.map(load => load.stop()))).flat()
        expect(notFull(ended)).toEqual([])
        await expectCharged(ended)
      },
      90_000,
    )

    test('survive a silently cut network to PostgreSQL: streams end, and both the other node and the cut one continue', async () => {
      const [other, cut] = nodes
      const streams = Array.from({ length: 10 }, () => callOnce(cut.url, bearer, 'slow', true))
      await until(
        async () => held.held(),
        count => count === streams.length,
      )
      const load = startLoad(other.url, bearer, { clients: 6 })
      await load.untilAnswered(20)
      far.network.loseConnections()
      held.goOn()
      expect(
        await until(
          () => callOnce(cut.url, bearer),
          ({ outcome }) => outcome !== 'full',
          RECOVERY_MS,
        ),
      ).toMatchObject({
        status: 503,
        outcome: 'database_unavailable',
      })
      await load.untilAnswered(200)
      far.network.heal()
      await isWorking(cut)
      const ended = await Promise.all(streams)
      const ofOther = await load.stop()
      expect(notFull(ofOther)).toEqual([])
      await expectCharged([...ended, ...ofOther])
    }, 120_000)
  })
}
