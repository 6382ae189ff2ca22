import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type JobName, type JobState, UNPAID_ORDER_KEPT_SECONDS } from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { signedIn } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { startGateway } from '../../../test/support/gateway.ts'
import { until } from '../../../test/support/until.ts'
import { insertOrder } from '../../money/wallet/store.ts'
import { startSession } from '../../platform/sessions/store.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'
import { inBatches } from './job.ts'

for (const { kind, open } of databases()) {
  describe(`the jobs of the table on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    beforeAll(async () => {
      database = await open()
      app = await testApp(database)
    })
    afterAll(async () => {
      await app.jobs.stop()
      await database.close()
    })

    /** Runs a job to its end; returns its count. */
    async function handledBy(name: JobName): Promise<number> {
      const started = await app.jobs.runNow(name)
      const state = await until(
        async () => (await app.jobs.list()).find(job => job.name === name),
        job => job?.state !== 'running' && job?.runs === started?.runs,
      )
      expect(state).toMatchObject({ state: 'succeeded', error: '' })
      return state?.handled ?? -1
    }

    test('expired sessions are removed, others stay', async () => {
      const session = { userId: 1, ip: '', userAgent: '' }
      await startSession(app.db, { ...session, now: TEST_NOW - 31 * 24 * 3600 })
      await startSession(app.db, { ...session, now: TEST_NOW })
      expect(await handledBy('expired-sessions')).toBe(1)
      expect(await app.db.selectFrom('sessions').select('created_at').execute()).toEqual([{ created_at: TEST_NOW }])
    })

    test('orders that nobody will pay are removed; paid and newer ones stay', async () => {
      const order = { user_id: 1, amount: 1, money_cents: 1, payment_method: 'zfb' as const }
      const old = TEST_NOW - UNPAID_ORDER_KEPT_SECONDS
      await insertOrder(app.db, { ...order, trade_no: 'old', create_time: old })
      await insertOrder(app.db, { ...order, trade_no: 'old, paid', create_time: old })
      await insertOrder(app.db, { ...order, trade_no: 'newer', create_time: old + 1 })
      await app.db.updateTable('top_ups').set({ status: 'success' }).where('trade_no', '=', 'old, paid').execute()
      expect(await handledBy('unpaid-orders')).toBe(1)
      const left = await app.db.selectFrom('top_ups').select('trade_no').orderBy('id').execute()
      expect(left.map(({ trade_no }) => trade_no)).toEqual(['old, paid', 'newer'])
    })

    test('spending periods that ended long ago are removed, unless a node has leased from one', async () => {
      const today = Math.floor(TEST_NOW / 86_400)
      const period = (id: number, start_day: number, leased = 0) => ({
        id,
        owner: 'user' as const,
        owner_id: 1,
        start_day,
        leased,
      })
      await app.db
        .insertInto('spending_periods')
        .values([period(1, today - 101), period(2, today - 101, 5), period(3, today - 100)])
        .execute()
      expect(await handledBy('old-periods')).toBe(1)
      const left = await app.db.selectFrom('spending_periods').select('id').orderBy('id').execute()
      expect(left.map(({ id }) => id)).toEqual([2, 3])
    })

    test('notices that no longer block others are removed', async () => {
      const sent = (user_id: number, secondsAgo: number) => ({ user_id, kind: 'k', sent_at: TEST_NOW - secondsAgo })
      await app.db
        .insertInto('notices')
        .values([sent(1, 31 * 86_400), sent(2, 31 * 86_400 - 1)])
        .execute()
      expect(await handledBy('old-notices')).toBe(1)
      expect(await app.db.selectFrom('notices').select('user_id').execute()).toEqual([{ user_id: 2 }])
    })

    test('administrators see them; only the super admin starts one, and not while it runs', async () => {
      const [admin, root] = [await signedIn(app, endpoints, 'admin'), await signedIn(app, endpoints, 'root')]
      const [path, list] = ['/api/jobs/expired-sessions/run', async () => (await admin('GET', '/api/jobs')).data]
      expect((await admin('POST', path)).status).toBe(403)
      expect(await root('POST', '/api/jobs/made-up/run')).toMatchObject({ success: false, code: 'input_invalid' })
      const lease = (lease_until: number) =>
        app.db
          .updateTable('jobs')
          .set({ lease_until, result: 'running' })
          .where('name', '=', 'expired-sessions')
          .execute()
      await lease(4_000_000_000)
      expect(await list()).toContainEqual(expect.objectContaining({ name: 'expired-sessions', state: 'running' }))
      expect(await root('POST', path)).toMatchObject({
        success: false,
        code: 'job_running',
        message: 'The job is already running; wait for it to end',
      })
      await lease(0)
      expect(await root('POST', path)).toMatchObject({ success: true, data: { name: 'expired-sessions' } })
    })

    test('a starting server runs them all, except those that options must request', async () => {
      const gateway = await startGateway(database.place.DATABASE_URL && (await freshUrl(open)))
      const states = await until(
        () => gateway.consoleCall<JobState[]>('GET', '/api/jobs'),
        jobs => jobs.every(({ state, interval_seconds }) => state === 'succeeded' || interval_seconds === 0),
      )
      expect(states.map(({ runs }) => runs)).toEqual(
        states.map(({ interval_seconds }) => Math.min(interval_seconds, 1)),
      )
      expect(states.filter(({ runs }) => runs === 0).map(({ name }) => name)).toEqual([
        'price-lists',
        'log-archive',
        'channel-tests',
        'channel-balances',
      ])
      await gateway.stop()
    })
  })
}

const opened: TestDatabase[] = []
afterAll(() => Promise.all(opened.map(database => database.close())))

/** The address of a separate database. */
async function freshUrl(open: () => Promise<TestDatabase>): Promise<string | undefined> {
  const database = await open()
  opened.push(database)
  return database.place.DATABASE_URL
}

test('many rows are removed in batches, and a stop can interrupt', async () => {
  let left = 1_700
  const stop = new AbortController()
  const remove = inBatches(async limit => {
    const count = Math.min(limit, left)
    left -= count
    return count
  })
  expect(await remove(stop.signal)).toBe(1_700)
  left = 1_700
  const stopping = inBatches(async limit => {
    left -= limit
    stop.abort(new Error('the server stops'))
    return limit
  })
  await expect(stopping(stop.signal)).rejects.toThrow('the server stops')
  expect(left).toBe(1_200)
})
