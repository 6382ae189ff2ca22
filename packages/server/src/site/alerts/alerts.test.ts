import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { ALERT_RULES, type Alert, CHANNEL_STATUS, LOG_TYPE, optionTable } from '@tollgate/contract'
import fc from 'fast-check'
import { testApp } from '../../../test/support/app.ts'
import { signedIn } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { MAILBOX, type MailServer, startMailServer } from '../../../test/support/mail-server.ts'
import { rejection } from '../../../test/support/rejection.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../../test/support/webhook-receiver.ts'
import type { ServerState } from '../../platform/probes/server-state.ts'
import { insertLog } from '../../records/logs/store.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'
import { checkAlerts } from './check-alerts.ts'
import { watchServer } from './watch-server.ts'

const never = new AbortController().signal

/** A server whose state the test decides. */
function serverOn(app: AppContext, now: () => number) {
  const state: ServerState = {
    databaseUp: true,
    databaseWritable: true,
    ledgerInTrouble: false,
    databaseFull: false,
    draining: false,
    redisUp: true,
    diskFreePercent: 60,
    lostNodes: [],
    isSpeaker: true,
  }
  const watch = watchServer({
    ...app,
    now,
    watched: { look: async () => undefined, state: () => state },
    meter: { answers: () => ({ all: 0, failed: 0 }) },
    server: 'one:3000',
    isFirst: true,
  })
  return { watch, state }
}

for (const { kind, open } of databases()) {
  describe(`alerts on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let webhook: WebhookReceiver
    let mails: MailServer
    const rests = new Map<number, number>()
    beforeAll(async () => {
      database = await open()
      app = await testApp(database)
      webhook = await startWebhookReceiver()
      mails = await startMailServer()
    })
    beforeEach(async () => {
      for (const table of ['alerts', 'alert_messages', 'channels', 'logs', 'jobs'] as const)
        await app.db.deleteFrom(table).execute()
      rests.clear()
      webhook.status = 200
      webhook.received.length = 0
      const set = {
        AlertsEnabled: 'true',
        'alert_setting.webhook_url': `http://127.0.0.1:${webhook.port}/alerts`,
        'alert_setting.webhook_secret': 'signing secret',
        'alert_setting.email': '',
      }
      for (const [key, value] of Object.entries(set)) await app.options.set(key, value)
    })
    afterAll(async () => {
      webhook.stop()
      await mails.stop()
      await database.close()
    })

    const look = () => checkAlerts({ ...app, restsFor: id => rests.get(id) ?? null }, never)
    const told = () => webhook.received.splice(0).map(({ body }) => JSON.parse(body))
    const toldStates = () => told().map(({ key, state }) => `${key} ${state}`)
    const channel = async (more: object = {}) => {
      const row = { type: 1, name: 'main', key_sealed: 'x', models: 'm', created_time: 1, ...more }
      return (
        await app.db
          .insertInto('channels')
          .values(row as never)
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    }
    const setStatus = (id: number, status: number) =>
      app.db.updateTable('channels').set({ status }).where('id', '=', id).execute()

    test('are sent once when a problem begins and once when it ends, whatever happens to messages', async () => {
      const id = await channel()
      const step = fc.record({ isDown: fc.boolean(), answers: fc.constantFrom(200, 204, 500, 302) })
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async steps => {
          await app.db.deleteFrom('alerts').execute()
          let believed = 'recovered'
          for (const { isDown, answers } of steps) {
            await setStatus(id, isDown ? CHANNEL_STATUS.autoDisabled : CHANNEL_STATUS.enabled)
            webhook.status = answers
            const wanted = isDown ? 'firing' : 'recovered'
            await look().catch(() => undefined)
            expect(told().map(({ state }) => state)).toEqual(wanted === believed ? [] : [wanted])
            if (answers < 300) believed = wanted
          }
        }),
        { seed: 12, numRuns: 25 },
      )
    })

    test('are sent by only one of two nodes', async () => {
      await channel({ status: CHANNEL_STATUS.autoDisabled })
      const other = await testApp(database)
      for (const node of [app, other])
        for (const key of ['books-proof', 'alerts'] as const)
          await node.jobs.list().then(list => expect(list.some(({ name }) => name === key)).toBe(true))
      expect([await look(), await look()]).toEqual([1, 0])
      expect(toldStates()).toEqual([expect.stringContaining('firing')])
    })

    test('say what is wrong in the chosen language, signed, by webhook and by mail', async () => {
      const smtp = {
        SMTPServer: '127.0.0.1',
        SMTPPort: String(mails.port),
        SMTPAccount: MAILBOX.user,
        SMTPToken: MAILBOX.password,
      }
      for (const [key, value] of Object.entries(smtp)) await app.options.set(key, value)
      await app.options.set('alert_setting.email', 'operator@mail.example')
      await app.options.set('alert_setting.language', 'zh')
      const id = await channel({ status: CHANNEL_STATUS.autoDisabled })
      await look()
      const [sent] = webhook.received
      const signature = createHmac('sha256', 'signing secret')
        .update(sent?.body ?? '')
        .digest('hex')
      expect(sent?.headers['x-webhook-signature']).toBe(signature)
      const [message] = told()
      expect(message).toEqual({
        type: 'alert',
        state: 'firing',
        rule: 'channel_down',
        key: `channel_down:${id}`,
        title: `Tollgate: 渠道 ${id}（main）不可用`,
        content: expect.stringContaining('不再接收调用'),
        values: { id, name: 'main' },
        since: app.now(),
        timestamp: app.now(),
      })
      expect(mails.mails.at(-1)).toEqual(
        expect.objectContaining({ to: ['operator@mail.example'], text: expect.stringContaining('不再接收调用') }),
      )
      // One working way is enough.
      webhook.status = 500
      await setStatus(id, CHANNEL_STATUS.enabled)
      expect(await look()).toBe(1)
      expect(mails.mails.at(-1)?.text).toContain('已恢复')
      await app.options.set('alert_setting.language', 'en')
    })

    test('a channel that keeps failing is down, and one that failed a few times is not', async () => {
      const id = await channel()
      rests.set(id, 5_000)
      expect(await look()).toBe(0)
      rests.set(id, 60_000)
      await look()
      // Its rest is nearly over, and it has not been tried yet.
      rests.set(id, 0)
      await look()
      expect(toldStates()).toEqual([`channel_down:${id} firing`])
      rests.delete(id)
      await look()
      expect(toldStates()).toEqual([`channel_down:${id} recovered`])
    })

    test('an upstream’s wallet is low below the threshold, if it was ever read', async () => {
      await app.options.set('alert_setting.wallet_below', '5')
      const id = await channel({ balance: 4.99, balance_updated_time: 1 })
      await channel({ balance: 5, balance_updated_time: 1 })
      await channel({ balance: 0 })
      await channel({ balance: 0, balance_updated_time: 1, status: CHANNEL_STATUS.disabled })
      await look()
      expect(toldStates()).toEqual([`wallet_low:${id} firing`])
      await app.db.updateTable('channels').set({ balance: 50 }).where('id', '=', id).execute()
      await look()
      expect(toldStates()).toEqual([`wallet_low:${id} recovered`])
      await app.options.set('alert_setting.wallet_below', '0')
    })

    test('failed calls count if they reached an upstream recently, and were not the request’s fault', async () => {
      const row = (type: number, status: number, more: object = {}) =>
        insertLog(app.db, {
          type,
          user_id: 1,
          username: 'u',
          created_at: app.now(),
          channel_id: 3,
          other: JSON.stringify({ status_code: status }),
          ...more,
        })
      for (let n = 0; n < 16; n++) await row(LOG_TYPE.consume, 200)
      for (let n = 0; n < 4; n++) await row(LOG_TYPE.error, 502)
      for (let n = 0; n < 9; n++) {
        await row(LOG_TYPE.error, 400)
        await row(LOG_TYPE.error, 502, { channel_id: 0 })
        await row(LOG_TYPE.error, 502, { created_at: app.now() - 601 })
      }
      expect(await look()).toBe(0)
      await row(LOG_TYPE.error, 429)
      // as older versions wrote it
      await row(LOG_TYPE.error, 0, { other: '{"message":"a\\u0000\\ud800 \\"status_code\\":400","status_code":429}' })
      await look()
      expect(told()).toEqual([
        expect.objectContaining({ key: 'error_rate', values: { percent: 27, failed: 6, all: 22, minutes: 10 } }),
      ])
    })

    test('unbalanced books and failing jobs are reported', async () => {
      const job = (name: string, result: 'succeeded' | 'failed', more: object) =>
        app.db
          .insertInto('jobs')
          .values({ name, result, ...more })
          .execute()
      await job('books-proof', 'succeeded', { handled: 2 })
      await job('unpaid-orders', 'failed', { error: 'the disk is full' })
      await job('alerts', 'failed', { error: 'nobody can be told' })
      await look()
      expect(toldStates().sort()).toEqual(['books_wrong firing', 'job_failed:unpaid-orders firing'])
      await app.db.updateTable('jobs').set({ result: 'succeeded', handled: 0 }).execute()
      await look()
      expect(toldStates().sort()).toEqual(['books_wrong recovered', 'job_failed:unpaid-orders recovered'])
    })

    test('if no way works, the job fails and says why; if switched off, nothing is sent', async () => {
      await channel({ status: CHANNEL_STATUS.autoDisabled })
      webhook.status = 503
      expect((await rejection(look())).message).toBe('the webhook answered with status 503')
      await app.options.set('AlertsEnabled', 'false')
      expect(await look()).toBe(0)
      expect(await app.db.selectFrom('alerts').selectAll().execute()).toEqual([])
    })

    test('the super admin tests them, and administrators see current problems', async () => {
      const [root, admin] = [await signedIn(app, endpoints, 'root'), await signedIn(app, endpoints, 'admin')]
      expect((await admin('POST', '/api/alerts/test')).status).toBe(403)
      expect((await root('POST', '/api/alerts/test')).data).toEqual([{ way: 'webhook', error: '' }])
      expect(toldStates()).toEqual(['test test'])
      webhook.status = 404
      expect((await root('POST', '/api/alerts/test')).data).toEqual([
        { way: 'webhook', error: 'the webhook answered with status 404' },
      ])
      await app.options.set('alert_setting.webhook_url', '')
      expect(await root('POST', '/api/alerts/test')).toMatchObject({ success: false, code: 'alerts_go_nowhere' })
      const id = await channel({ status: CHANNEL_STATUS.autoDisabled })
      await look()
      const [first, ...others] = (await admin('GET', '/api/alerts', { language: 'ru' })).data as Alert[]
      expect(first).toEqual({
        key: `channel_down:${id}`,
        rule: 'channel_down',
        state: 'firing',
        title: `Канал ${id} (main) не работает`,
        text: expect.stringContaining('не получает вызовов'),
        since: app.now(),
        told_at: app.now(),
      })
      expect(others.map(({ rule }) => rule)).toEqual(ALERT_RULES.filter(rule => rule !== 'channel_down'))
    })

    describe('the list', () => {
      const listed = async () => {
        const admin = await signedIn(app, endpoints, 'admin')
        return (await admin('GET', '/api/alerts', { language: 'en' })).data as Alert[]
      }
      const of = async (rule: string) => (await listed()).filter(alert => alert.rule === rule)

      test('says of each rule that all is well, that it is off, or what was last sent', async () => {
        await app.options.set('alert_setting.disk_percent', '0')
        const id = await channel({ status: CHANNEL_STATUS.autoDisabled })
        await look()
        await setStatus(id, CHANNEL_STATUS.enabled)
        await look()
        expect(await of('disk_full')).toMatchObject([{ state: 'off', text: '', told_at: 0 }])
        expect(await of('redis_away')).toMatchObject([{ state: 'quiet', text: '', told_at: 0 }])
        expect(await of('channel_down')).toMatchObject([
          {
            key: 'channel_down',
            state: 'quiet',
            title: '',
            text: expect.stringContaining('works again'),
            told_at: app.now(),
          },
        ])
        await app.options.set('alert_setting.disk_percent', String(optionTable['alert_setting.disk_percent'].default))
      })

      test('shows what a server reported while its database was away, as soon as it is back', async () => {
        let time = 1_000
        const { watch, state } = serverOn(app, () => time)
        Object.assign(state, { databaseUp: false, redisUp: false })
        for (let n = 0; n < 3; n++) await watch.look()
        expect(toldStates().sort()).toEqual(
          ['database_away', 'not_ready', 'redis_away'].map(rule => `${rule}:one:3000 firing`),
        )
        await watch.written()
        expect(await of('redis_away')).toMatchObject([{ state: 'quiet', told_at: 0 }])
        state.databaseUp = true
        time = 2_000
        for (let n = 0; n < 3; n++) await watch.look()
        await watch.written()
        expect(await of('redis_away')).toMatchObject([
          { key: 'redis_away:one:3000', state: 'firing', title: 'Redis is away', since: 1_000, told_at: 1_000 },
        ])
        expect(await of('database_away')).toMatchObject([
          { state: 'quiet', text: 'Server one:3000 reaches its database again.', told_at: 2_000 },
        ])
        state.redisUp = true
        for (let n = 0; n < 3; n++) await watch.look()
        await watch.written()
        expect(await of('redis_away')).toMatchObject([{ state: 'quiet', since: 0, told_at: 2_000 }])
        await watch.close()
      })

      test('shows nothing of a process that died, once the next one runs', async () => {
        const [before, next] = [serverOn(app, () => 1_000), serverOn(app, () => 2_000)]
        Object.assign(before.state, { redisUp: false, lostNodes: [{ id: 'gone', silentMs: 20_000, held: 0 }] })
        for (let n = 0; n < 3; n++) await before.watch.look()
        await before.watch.written()
        await before.watch.close()
        expect(await of('node_lost')).toMatchObject([{ key: 'node_lost:gone', state: 'firing' }])
        await next.watch.look()
        await next.watch.written()
        expect((await listed()).filter(({ state }) => state === 'firing')).toEqual([])
        await next.watch.close()
      })

      test('is limited to what fits in memory while a database is away for long', async () => {
        const { watch, state } = serverOn(app, () => 1_000)
        state.databaseUp = false
        state.lostNodes = Array.from({ length: 150 }, (_, at) => ({ id: `n${at}`, silentMs: 20_000, held: 0 }))
        for (let n = 0; n < 3; n++) await watch.look()
        state.databaseUp = true
        await watch.look()
        await watch.written()
        expect((await of('node_lost')).length).toBe(100)
        await watch.close()
      }, 30_000)
    })
  })
}
