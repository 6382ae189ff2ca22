import { describe, expect, test } from 'bun:test'
import { freePort } from '../../../../../../scripts/lib/free-port.mjs'
import { databases } from '../../../../test/support/databases.ts'
import { setUpGateway } from '../../../../test/support/gateway.ts'
import { mortalGateway, startGatewayProcess } from '../../../../test/support/gateway-process.ts'
import { until } from '../../../../test/support/until.ts'
import { startMidjourneyProxy } from '../../../../test/support/vendors/midjourney-proxy.ts'
import { audit } from '../../../money/ledger/audit.ts'

const PRICE = 50_000
const CAP = 100 * PRICE

/** The upstream call during which the process dies, how the drawing ends, and what it costs. */
const POINTS: [call: string, ends: 'succeeded' | 'failed', cost: number][] = [
  ['/mj/submit/imagine', 'succeeded', 0],
  ['/mj/task/list-by-condition', 'succeeded', PRICE],
  ['/mj/task/list-by-condition', 'failed', 0],
]
const CALLBACKS_AT_ONCE = 6

for (const { kind, open } of databases()) {
  describe(`a gateway that draws on ${kind}`, () => {
    test('and is killed while it submits, polls or is notified charges each drawing at most once', async () => {
      const database = await open()
      const { db } = database.storage
      const proxy = startMidjourneyProxy()
      const port = await freePort()
      const start = () => startGatewayProcess(database.place, port, { program: mortalGateway() })
      let gateway = await start()
      const operator = await setUpGateway(gateway.url)
      await operator.makeChannel({ type: 2, base_url: proxy.url, models: 'mj_imagine' })
      await operator.setOption('MjNotifyEnabled', true)
      await operator.setOption('ServerAddress', gateway.url)
      const { bearer } = await operator.makeToken({ unlimited_quota: false, remain_quota: CAP })
      const submit = () =>
        fetch(`${gateway.url}/mj/submit/imagine`, {
          method: 'POST',
          headers: { authorization: `Bearer ${bearer}` },
          body: '{"prompt":"a cat"}',
        }).catch(() => 'cut off')
      const capNow = async () =>
        (await db.selectFrom('tokens').select('remain_quota').executeTakeFirstOrThrow()).remain_quota
      const makeDue = () => db.updateTable('midjourneys').set({ poll_at: 0 }).where('is_open', '=', 1).execute()
      const askNow = () => operator.consoleCall('POST', '/api/jobs/tasks/run').catch(() => 'runs already')
      const proveBooks = async () => expect(await audit(database.storage, Math.floor(Date.now() / 1000))).toEqual([])

      async function killAndRecover(): Promise<void> {
        await gateway.kill()
        await proveBooks()
        proxy.answer()
        await db.updateTable('jobs').set({ lease_until: 0 }).execute()
        gateway = await start()
        // A drawing whose acceptance was never reported ends at its deadline.
        await db.updateTable('midjourneys').set({ deadline: 0 }).where('upstream_id', '=', '').execute()
        await until(
          async () => {
            await makeDue()
            await askNow()
            return db.selectFrom('midjourneys').select('id').where('is_open', '=', 1).execute()
          },
          rows => rows.length === 0,
          60_000,
        )
        await proveBooks()
      }

      for (const [call, ends, cost] of POINTS) {
        const before = await capNow()
        const reached = Promise.withResolvers<void>()
        const holdBack = () =>
          proxy.answer(({ path }) => {
            if (path !== call) return undefined
            reached.resolve()
            return new Promise(() => undefined)
          })
        const isSubmit = call.includes('submit')
        if (isSubmit) holdBack()
        const submitting = submit()
        if (!isSubmit) {
          await submitting
          Object.assign(proxy.last(), proxy[ends]())
          holdBack()
          await makeDue()
          await askNow()
        }
        await reached.promise
        expect(await capNow()).toBe(before - PRICE)
        await killAndRecover()
        expect({ call, ends, cost: before - (await capNow()) }).toEqual({ call, ends, cost })
      }

      const before = await capNow()
      const known = proxy.tasks.size
      await Promise.all(Array.from({ length: CALLBACKS_AT_ONCE }, submit))
      const tasks = [...proxy.tasks.values()].slice(known)
      const telling = tasks.flatMap(task => [0, 1].map(() => proxy.change(task, proxy.failed()).catch(() => null)))
      await Promise.race(telling)
      await killAndRecover()
      await Promise.all(telling)
      expect(await capNow()).toBe(before)

      const rows = await db.selectFrom('midjourneys').selectAll().execute()
      const kept = rows.filter(({ status }) => status === 'SUCCESS').reduce((sum, { quota }) => sum + quota, 0)
      expect(CAP - (await capNow())).toBe(kept)
      expect(rows.filter(({ held }) => held !== 0)).toEqual([])
      const refunds = await db
        .selectFrom('ledger_entries')
        .select('reference')
        .where('kind', '=', 'task-refund')
        .execute()
      const paidBack = rows.filter(({ refunded }) => refunded > 0).map(({ id }) => `task-refund:midjourneys:${id}`)
      expect(refunds.map(({ reference }) => reference).toSorted()).toEqual(paidBack.toSorted())
      await gateway.kill()
      await proxy.stop()
      await database.close()
    }, 240_000)

    // Only one node may use a SQLite folder.
    if (kind === 'postgres')
      test('on two nodes that are notified of the same failures at once refunds each drawing once', async () => {
        const database = await open()
        const { db } = database.storage
        const proxy = startMidjourneyProxy()
        const gateways = [
          await startGatewayProcess(database.place, await freePort()),
          await startGatewayProcess(database.place, await freePort()),
        ]
        const [one, two] = gateways
        if (!one || !two) throw new Error('there are no two nodes')
        const operator = await setUpGateway(one.url)
        await operator.makeChannel({ type: 2, base_url: proxy.url, models: 'mj_imagine' })
        await operator.setOption('MjNotifyEnabled', true)
        await operator.setOption('ServerAddress', one.url)
        const { bearer } = await operator.makeToken({ unlimited_quota: false, remain_quota: CAP })
        const headers = { authorization: `Bearer ${bearer}` }
        const submits = Array.from({ length: 10 }, () =>
          fetch(`${one.url}/mj/submit/imagine`, { method: 'POST', headers, body: '{"prompt":"a cat"}' }),
        )
        const told = await Promise.all(submits.map(async answer => (await answer).json() as Promise<{ code: number }>))
        expect(told.map(({ code }) => code)).toEqual(told.map(() => 1))
        const tasks = [...proxy.tasks.values()]
        for (const task of tasks) Object.assign(task, proxy.failed())
        const toBoth = tasks.flatMap(task =>
          [task.notifyHook, task.notifyHook.replace(one.url, two.url)].map(hook =>
            fetch(hook, { method: 'POST', body: JSON.stringify(proxy.told(task)) }),
          ),
        )
        await Promise.all([...toBoth, db.updateTable('midjourneys').set({ poll_at: 0 }).execute()])
        const openRows = () => db.selectFrom('midjourneys').select('id').where('is_open', '=', 1).execute()
        await until(openRows, rows => rows.length === 0, 30_000)
        const token = await db.selectFrom('tokens').select('remain_quota').executeTakeFirstOrThrow()
        expect(token.remain_quota).toBe(CAP)
        const refunds = await db.selectFrom('ledger_entries').select('id').where('kind', '=', 'task-refund').execute()
        expect(refunds).toHaveLength(tasks.length)
        expect(await audit(database.storage, Math.floor(Date.now() / 1000))).toEqual([])
        await Promise.all(gateways.map(gateway => gateway.kill()))
        await proxy.stop()
        await database.close()
      }, 120_000)
  })
}
