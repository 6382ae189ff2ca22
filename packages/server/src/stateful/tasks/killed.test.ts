import { describe, expect, test } from 'bun:test'
import { LOG_TYPE } from '@tollgate/contract'
import { freePort } from '../../../../../scripts/lib/free-port.mjs'
import { databases } from '../../../test/support/databases.ts'
import { setUpGateway } from '../../../test/support/gateway.ts'
import { mortalGateway, startGatewayProcess } from '../../../test/support/gateway-process.ts'
import { until } from '../../../test/support/until.ts'
import { startTaskUpstream } from '../../../test/support/vendors/task-upstream.ts'
import { audit } from '../../money/ledger/audit.ts'

const MUSIC = 50_000

interface Point {
  /** The call to the upstream during which the process dies. */
  call: string
  state: 'succeeded' | 'failed'
  cost: number
}

const POINTS: Point[] = [
  { call: 'POST /suno/submit/MUSIC', state: 'succeeded', cost: 0 },
  { call: 'POST /suno/fetch', state: 'succeeded', cost: MUSIC },
  { call: 'POST /suno/fetch', state: 'failed', cost: 0 },
]
/** The milliseconds after which it dies, whatever it is doing. */
const MOMENTS = [0, 8, 30]
const AT_ONCE = 6

for (const { kind, open } of databases()) {
  describe(`a gateway killed on ${kind}`, () => {
    test('while tasks are submitted, polled or refunded charges each task at most once', async () => {
      const database = await open()
      const { db } = database.storage
      const upstream = startTaskUpstream()
      const port = await freePort()
      let gateway = await startGatewayProcess(database.place, port, { program: mortalGateway() })
      const operator = await setUpGateway(gateway.url)
      await operator.makeChannel({ type: 36, base_url: upstream.url, models: 'suno_music' })
      const { bearer } = await operator.makeToken({ unlimited_quota: false, remain_quota: 100 * MUSIC })
      const submit = () =>
        fetch(`${gateway.url}/suno/submit/music`, {
          method: 'POST',
          headers: { authorization: `Bearer ${bearer}` },
          body: '{"prompt":"a song"}',
        }).catch(() => 'cut off')
      const capNow = async () =>
        (await db.selectFrom('tokens').select('remain_quota').executeTakeFirstOrThrow()).remain_quota
      const openRows = () => db.selectFrom('tasks').selectAll().where('is_open', '=', 1).execute()
      const makeDue = () => db.updateTable('tasks').set({ poll_at: 0 }).where('is_open', '=', 1).execute()
      const askNow = () => operator.consoleCall('POST', '/api/jobs/tasks/run').catch(() => 'runs already')
      const proveBooks = async () => expect(await audit(database.storage, Math.floor(Date.now() / 1000))).toEqual([])

      async function killAndRecover(): Promise<void> {
        await gateway.kill()
        await proveBooks()
        upstream.misbehave()
        await db.updateTable('jobs').set({ lease_until: 0 }).execute()
        gateway = await startGatewayProcess(database.place, port, { program: mortalGateway() })
        // A task whose acceptance was never reported ends at its deadline.
        await db.updateTable('tasks').set({ deadline: 0 }).where('upstream_id', '=', '').execute()
        await until(
          async () => {
            await makeDue()
            await askNow()
            return openRows()
          },
          rows => rows.length === 0,
          30_000,
        )
        await proveBooks()
      }

      for (const { call, state, cost } of POINTS) {
        const before = await capNow()
        const reached = Promise.withResolvers<void>()
        const isSubmit = call.includes('submit')
        const holdBack = () =>
          upstream.misbehave(asked => {
            if (asked !== call) return undefined
            reached.resolve()
            return new Promise(() => undefined)
          })
        if (isSubmit) holdBack()
        const submitting = submit()
        if (!isSubmit) {
          await submitting
          for (const task of upstream.all()) Object.assign(task, { state, reason: state === 'failed' ? 'no' : '' })
          holdBack()
          await makeDue()
          await askNow()
        }
        await reached.promise
        expect(await capNow()).toBe(before - MUSIC)
        await killAndRecover()
        expect({ call, state, cost: before - (await capNow()) }).toEqual({ call, state, cost })
      }

      for (const [at, moment] of MOMENTS.entries()) {
        const before = await capNow()
        const known = upstream.all().length
        const submitting = Array.from({ length: AT_ONCE }, submit)
        const isFailing = at % 2 === 0
        const ending = until(
          async () => upstream.all().slice(known),
          tasks => tasks.length > 0,
        ).catch(() => [])
        for (const task of await ending)
          Object.assign(task, isFailing ? { state: 'failed', reason: 'no' } : { state: 'succeeded' })
        const asking = makeDue().then(askNow)
        await Bun.sleep(moment)
        await gateway.kill()
        await Promise.all([...submitting, asking])
        for (const task of upstream.all().slice(known))
          Object.assign(task, isFailing ? { state: 'failed', reason: 'no' } : { state: 'succeeded' })
        await killAndRecover()
        const rows = await db.selectFrom('tasks').selectAll().orderBy('id', 'desc').limit(AT_ONCE).execute()
        const charged = before - (await capNow())
        expect(charged % MUSIC).toBe(0)
        if (isFailing) expect(charged).toBe(0)
        else expect(charged).toBeLessThanOrEqual(rows.filter(({ status }) => status === 'SUCCESS').length * MUSIC)
      }

      const all = await db.selectFrom('tasks').selectAll().execute()
      const charged = all.filter(({ status }) => status === 'SUCCESS').reduce((sum, { quota }) => sum + quota, 0)
      expect(100 * MUSIC - (await capNow())).toBe(charged)
      expect(all.filter(({ held }) => held !== 0)).toEqual([])
      const refunds = await db
        .selectFrom('ledger_entries')
        .select('reference')
        .where('kind', '=', 'task-refund')
        .execute()
      const failed = all.filter(({ refunded }) => refunded > 0).map(({ id }) => `task-refund:tasks:${id}`)
      expect(refunds.map(({ reference }) => reference).toSorted()).toEqual(failed.toSorted())
      const notes = await db
        .selectFrom('logs')
        .select('id')
        .where('type', '=', LOG_TYPE.system)
        .where('code', '=', 'task_refunded')
        .execute()
      expect(notes).toHaveLength(failed.length)
      await gateway.kill()
      upstream.stop()
      await database.close()
    }, 480_000)
  })
}
