import { describe, expect, test } from 'bun:test'
import { LOG_TYPE, type Token } from '@tollgate/contract'
import { array, constantFrom, integer, record, sample } from 'fast-check'
import { freePort } from '../../../../../scripts/lib/free-port.mjs'
import { databases } from '../../../test/support/databases.ts'
import { setUpGateway, signUp } from '../../../test/support/gateway.ts'
import { MAIN, startGatewayProcess } from '../../../test/support/gateway-process.ts'
import { until } from '../../../test/support/until.ts'
import {
  anyCall,
  CHAT,
  eachCall,
  hello,
  makeAnyCall,
  openWalletUpstreams,
  postTo,
  VIDEO_MODEL,
} from '../../../test/support/wallet-calls.ts'
import { audit } from '../../money/ledger/audit.ts'

const CALLS = process.env.WALLET_CALLS
const SEED = Number(process.env.SIMULATION_SEED ?? 20_261_124)
const AT_ONCE = 12
/** Machines are slow. */
const PATIENCE_MS = 60_000
const METRICS_TOKEN = 'of-the-metrics'

/** The number of processes, and the usual number of calls. */
const PLACES = [
  [1, 60],
  [2, 36],
] as const

const round = record({
  balance: constantFrom(0, 500, 5_000, 20_000, 60_000, 200_000),
  calls: array(anyCall, { minLength: AT_ONCE, maxLength: AT_ONCE }),
  topUp: integer({ min: 0, max: 30_000 }),
})

/** Comes first, so that every kind of call is served once: it pays for the holds of all of them at the same time. */
const RICH = { balance: 100_000_000, calls: eachCall(3_000), topUp: 100 }

/** Chat of every kind, media, batches, live sessions with their transcriptions, videos and drawings. */
const SERVED = ['gpt', 'gpt-image-1', 'tts-1', 'claude-b', 'gpt-realtime', 'whisper-1', VIDEO_MODEL, 'mj_imagine']

/** Runs into debt, which the top-up pays in part. */
const OWING: typeof RICH = { balance: 5_000, calls: [{ kind: 'dear', tokens: 3_000 }], topUp: 100 }

for (const { kind, open } of databases())
  describe.each(PLACES)(`small wallets behind %i processes on ${kind}`, (workers, usualCalls) => {
    const calls = Number(CALLS ?? usualCalls)

    async function startSite() {
      const database = await open()
      const upstreams = await openWalletUpstreams()
      const environment = { WORKERS: String(workers) }
      const gateway = await startGatewayProcess(database.place, await freePort(), { program: [MAIN], environment })
      const operator = await setUpGateway(gateway.url)
      await upstreams.serveBy(operator)
      await operator.setOption('MetricsToken', METRICS_TOKEN)
      const { db } = database.storage
      const user = await signUp({ db }, 1)
      const form = { name: 'wallet', unlimited_quota: true }
      const [token] = await user.consoleCall<Token[]>(gateway.url, 'POST', '/api/token/', form)

      /** The sum of what the processes report as held and running. */
      async function busy(): Promise<number> {
        const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
        const text = await (await fetch(`${gateway.url}/metrics`, { headers })).text()
        const figures = text.matchAll(/^tollgate_(?:holds|calls_running|ledger_queue)(?:\{[^}]*\})? (\d+)$/gm)
        const found = [...figures].map(([, value]) => Number(value))
        expect(found.length).toBeGreaterThanOrEqual(3 * workers)
        return found.reduce((sum, value) => sum + value, 0)
      }

      /** Ends batches and tasks at their upstreams, and runs the jobs that poll them until all have ended. */
      async function endWork(): Promise<void> {
        upstreams.endWork()
        const { count } = db.fn
        const open = async () => {
          for (const table of ['tasks', 'midjourneys'] as const)
            await db.updateTable(table).set({ poll_at: 0 }).where('is_open', '=', 1).execute()
          await db.updateTable('relay_batches').set({ poll_at: 0 }).where('state', '=', 'running').execute()
          // A running job refuses to start again.
          for (const job of ['tasks', 'batches'])
            await operator.consoleCall('POST', `/api/jobs/${job}/run`).catch(() => undefined)
          const counts = [
            db.selectFrom('tasks').select(count<number>('id').as('open')).where('is_open', '=', 1),
            db.selectFrom('midjourneys').select(count<number>('id').as('open')).where('is_open', '=', 1),
            db.selectFrom('relay_batches').select(count<number>('id').as('open')).where('state', '!=', 'settled'),
          ]
          const rows = await Promise.all(counts.map(query => query.executeTakeFirstOrThrow()))
          return rows.reduce((sum, row) => sum + Number(row.open), 0)
        }
        await until(open, left => left === 0, PATIENCE_MS)
      }

      return {
        url: gateway.url,
        bearer: `sk-${token?.key}`,
        userId: user.id,
        db,
        endWork,
        untilQuiet: () => until(busy, count => count === 0, PATIENCE_MS),
        changeQuota: (mode: 'add' | 'override', value: number) =>
          operator.consoleCall('POST', `/api/user/${user.id}/quota`, { mode, value }),
        account: () =>
          db.selectFrom('users').select(['quota', 'owed']).where('id', '=', user.id).executeTakeFirstOrThrow(),
        findings: () => audit(database.storage, Math.floor(Date.now() / 1000)),
        async stop() {
          await gateway.kill()
          await upstreams.stop()
          await database.close()
        },
      }
    }

    test(`owe nothing while they have money, and serve every call they can pay (${calls} calls, seed ${SEED})`, async () => {
      const { db, url, bearer, userId, ...site } = await startSite()
      let debts = 0
      const rounds = sample(round, { numRuns: Math.ceil(calls / AT_ONCE), seed: SEED })
      for (const { balance, calls: some, topUp } of [RICH, OWING, ...rounds]) {
        await site.changeQuota('override', balance)
        await Promise.all(some.map(call => makeAnyCall(call, url, bearer)))
        await site.untilQuiet()
        await site.endWork()
        const left = await until(site.account, ({ quota, owed }) => Math.min(quota, owed) === 0, PATIENCE_MS)
        if (left.owed > 0) debts += 1

        const before = left.quota - left.owed
        await site.changeQuota('add', topUp)
        const now = await until(site.account, ({ quota, owed }) => Math.min(quota, owed) === 0, PATIENCE_MS)
        expect(now.quota - now.owed).toBe(before + topUp)

        const small = await postTo(url, bearer, CHAT, hello({ user: '5', max_tokens: 10 }))
        await small.text()
        expect(small.status).toBe(now.quota >= 600 ? 200 : now.quota === 0 ? 403 : small.status)
        await site.untilQuiet()
        expect(await site.findings()).toEqual([])
      }
      expect(debts).toBeGreaterThan(0)
      const rows = await db.selectFrom('logs').select(['type', 'model_name', 'error_code']).execute()
      expect(rows.filter(({ type }) => type === LOG_TYPE.consume).length).toBeGreaterThan(calls / 10)
      const served = new Set(rows.flatMap(row => (row.type === LOG_TYPE.consume ? [row.model_name] : [])))
      expect([...served]).toEqual(expect.arrayContaining(SERVED))
      // Work that outlives its call was charged extra and refunded.
      const kinds = await db.selectFrom('ledger_entries').select('reference').where('user_id', '=', userId).execute()
      const firstWords = new Set(kinds.map(({ reference }) => reference.split(':')[0]))
      expect([...firstWords]).toEqual(
        expect.arrayContaining(['hold', 'release', 'task-refund', 'task-adjust', 'collect']),
      )
      await site.stop()
    }, 3_600_000)
  })
