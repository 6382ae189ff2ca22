import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Channel, LOG_TYPE, type LogOther, type Page, type QuoteReply, receiptOf } from '@tollgate/contract'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { signUp, startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { until } from '../../../test/support/until.ts'
import {
  CHAT,
  eachCall,
  hello,
  makeAnyCall,
  openWalletUpstreams,
  postTo,
  VIDEO_MODEL,
} from '../../../test/support/wallet-calls.ts'
import { credit } from '../../money/ledger/index.ts'
import { draftPrices } from '../../money/pricing/draft-prices.ts'
import { replayRow } from '../../money/what-if/replay-row.ts'
import { buildAppContext, type RunningApp } from '../../start/build-app-context.ts'

/** Machines are slow. */
const PATIENCE_MS = 60_000
/** Chat of every kind, media, batches, live sessions, videos and drawings. */
const SERVED = ['gpt', 'gpt-image-1', 'tts-1', 'claude-b', 'gpt-realtime', 'whisper-1', VIDEO_MODEL, 'mj_imagine']
/** What users of the default group pay for calls of the group vip. */
const BETWEEN = 0.5

for (const { kind, open } of databases())
  describe(`the ratio between two groups on ${kind}`, () => {
    let database: TestDatabase
    let upstreams: Awaited<ReturnType<typeof openWalletUpstreams>>
    let gateway: TestGateway
    let app: RunningApp
    let user: Awaited<ReturnType<typeof signUp>>
    let bearer: string

    beforeAll(async () => {
      database = await open()
      upstreams = await openWalletUpstreams()
      gateway = await startGateway(database.place.DATABASE_URL, async environment => {
        app = await buildAppContext(environment)
        return app
      })
      await upstreams.serveBy(gateway)
      const { items } = await gateway.consoleCall<Page<Channel>>('GET', '/api/channel/?p=1&page_size=100')
      for (const { id } of items) await gateway.consoleCall('PUT', '/api/channel/', { id, group: 'vip' })
      await gateway.setOption('GroupRatio', '{"default":1,"vip":7}')
      await gateway.setOption('GroupGroupRatio', JSON.stringify({ default: { vip: BETWEEN }, vip: { vip: 9 } }))
      user = await signUp(app, 1)
      await credit(app.db, { userId: user.id, amount: 1_000_000_000, reference: 'grant:test', now: 1 })
      const form = { name: 'dear', unlimited_quota: true, group: 'vip' }
      const [token] = await user.consoleCall<{ key: string }[]>(gateway.url, 'POST', '/api/token/', form)
      bearer = `sk-${token?.key}`
    })
    afterAll(async () => {
      await gateway.stop()
      await upstreams.stop()
      await database.close()
    })

    const charged = () =>
      app.db
        .selectFrom('logs')
        .selectAll()
        .where('user_id', '=', user.id)
        .where('type', '=', LOG_TYPE.consume)
        .where('quota', '>', 0)
        .execute()

    /** Ends batches and tasks, and runs the jobs that poll them until all have ended. */
    async function endWork(): Promise<void> {
      upstreams.endWork()
      const isOpen = async () => {
        for (const table of ['tasks', 'midjourneys'] as const)
          await app.db.updateTable(table).set({ poll_at: 0 }).where('is_open', '=', 1).execute()
        await app.db.updateTable('relay_batches').set({ poll_at: 0 }).where('state', '=', 'running').execute()
        // A running job refuses to start again.
        for (const job of ['tasks', 'batches'])
          await gateway.consoleCall('POST', `/api/jobs/${job}/run`).catch(() => undefined)
        const rows = await Promise.all([
          app.db.selectFrom('tasks').select('id').where('is_open', '=', 1).execute(),
          app.db.selectFrom('midjourneys').select('id').where('is_open', '=', 1).execute(),
          app.db.selectFrom('relay_batches').select('id').where('state', '!=', 'settled').execute(),
        ])
        return rows.flat().length
      }
      await until(isOpen, left => left === 0, PATIENCE_MS)
    }

    test('is what every kind of call is charged by, and its row and receipt say so', async () => {
      await Promise.all(eachCall(3_000).map(call => makeAnyCall(call, gateway.url, bearer)))
      await endWork()
      const rows = await until(charged, found => SERVED.every(model => found.some(row => row.model_name === model)))
      for (const { group, quota, model_name, other } of rows) {
        const said: LogOther = JSON.parse(other)
        const { group_ratio, user_group, user_group_ratio } = said
        expect([model_name, group, group_ratio, user_group, user_group_ratio]).toEqual([
          model_name,
          'vip',
          BETWEEN,
          'default',
          BETWEEN,
        ])
        expect(receiptOf(said).total).toBe(quota)
      }
      // a replay under the prices of now charges the same again
      const prices = draftPrices(app.options, {})
      const dearer = draftPrices(app.options, { GroupGroupRatio: { default: null } })
      const chat = rows.filter(({ model_name }) => model_name === 'gpt-realtime')
      expect(chat.length).toBeGreaterThan(0)
      for (const row of chat) {
        // While other calls hold all the rest of the wallet, a part may be owed.
        const booked = row.quota + ((JSON.parse(row.other) as LogOther).uncollected ?? 0)
        expect(replayRow(row, prices)).toMatchObject({ quota: booked })
        const { quota } = replayRow(row, dearer) as { quota: number }
        expect(Math.abs(quota - (booked * 7) / BETWEEN)).toBeLessThanOrEqual(7 / BETWEEN)
      }
    }, 120_000)

    test('is what a quote and a mirrored call say', async () => {
      const answer = await postTo(gateway.url, bearer, `/v1/quote?endpoint=${CHAT}`, hello({ max_tokens: 500 }))
      const quoted = (await answer.json()) as QuoteReply
      expect(quoted.price).toMatchObject({
        group: 'vip',
        group_ratio: BETWEEN,
        user_group: 'default',
        user_group_ratio: BETWEEN,
      })
      await gateway.setOption('mirror_setting.enabled', true)
      await postTo(gateway.url, bearer, `/mirror${CHAT}`, hello({ max_tokens: 500 }))
      await app.relay.mirror.sums.close()
      const { all } = await gateway.consoleCall<{ all: { cost: number } }>('GET', '/api/mirror/')
      expect(all.cost).toBe(quoted.costs.expected.quota)
    })

    test('is what the price list and the choice of groups say to users of that group', async () => {
      const groups = await user.consoleCall<Record<string, object>>(gateway.url, 'GET', '/api/user/self/groups')
      expect(groups).toEqual({
        default: { ratio: 1, desc: 'Default' },
        vip: { ratio: BETWEEN, desc: 'VIP', is_own: true },
      })
      const list = await fetch(`${gateway.url}/api/pricing`, { headers: user.headers })
      expect(await list.json()).toMatchObject({ group_ratio: { default: 1, vip: BETWEEN }, own_ratios: ['vip'] })
    })
  })
