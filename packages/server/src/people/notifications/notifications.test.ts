import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { ROLE } from '@tollgate/contract'
import pino from 'pino'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { MAILBOX, type MailServer, startMailServer } from '../../../test/support/mail-server.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../../test/support/webhook-receiver.ts'
import { makeOutbound } from '../../platform/http/outbound.ts'
import { isPublicIp } from '../../platform/http/public-address.ts'
import { fetchWorker } from '../../platform/options/fetch-worker.ts'
import type { Options } from '../../platform/options/index.ts'
import type { AppContext } from '../../start/app-context.ts'
import type { StoredSetting } from '../users/setting.ts'
import { insertUser } from '../users/store.ts'

const TWO_HOURS = 2 * 3600

for (const { kind, open } of databases()) {
  describe(`a low-quota warning on ${kind}`, () => {
    let database: TestDatabase
    let mailServer: MailServer
    let webhook: WebhookReceiver
    let app: AppContext
    let now: number
    let complaints: string[]
    beforeAll(async () => {
      database = await open()
      mailServer = await startMailServer()
      webhook = await startWebhookReceiver()
    })
    beforeEach(async () => {
      for (const table of ['options', 'notices', 'users'] as const)
        await database.storage.db.deleteFrom(table).execute()
      mailServer.mails.length = 0
      webhook.received.length = 0
      webhook.status = 200
      now = TEST_NOW
      complaints = []
      app = await start()
      const options = {
        SMTPServer: '127.0.0.1',
        SMTPPort: mailServer.port,
        SMTPAccount: MAILBOX.user,
        SMTPToken: MAILBOX.password,
        ServerAddress: 'https://gateway.example',
        SystemName: 'Toll "& Co',
        QuotaRemindThreshold: 1_000_000,
      }
      for (const [key, value] of Object.entries(options)) await app.options.set(key, String(value))
    })
    afterAll(async () => {
      webhook.stop()
      await mailServer.stop()
      await database.close()
    })

    /** A process on the same database, in which 127.0.0.1 counts as a public host. */
    const start = () =>
      testApp(database, {
        now: () => now,
        log: pino({ level: 'warn' }, { write: line => void complaints.push(line) }),
        outbound: makeOutbound({
          isAllowed: ip => ip === '127.0.0.1' || isPublicIp(ip),
          resolve: async host => [{ address: host === 'inner.example' ? '127.0.0.2' : '127.0.0.1', family: 4 }],
        }),
      })
    const makeUser = async (setting: Partial<StoredSetting> = {}, email = 'ann@example.org') => {
      const name = crypto.randomUUID().slice(0, 8)
      const user = { username: name, aff_code: name, email, created_at: now, setting: JSON.stringify(setting) }
      return {
        userId: await insertUser(app.db, user),
        quotaWarningThreshold: setting.quota_warning_threshold ?? null,
      }
    }
    type User = Awaited<ReturnType<typeof makeUser>>
    const charge = async (user: User, balance: number, { notifications } = app) => {
      notifications.afterCharge(user, balance)
      await notifications.close()
    }
    const hook = (path = 'low', host = 'hooks.example') => `http://${host}:${webhook.port}/${path}`

    test('is a mail in the language the user chose', async () => {
      const user = await makeUser({ language: 'zh' })
      await charge(user, 250_000)
      expect(mailServer.mails).toEqual([
        {
          from: MAILBOX.user,
          to: ['ann@example.org'],
          headers: expect.stringMatching(/^Subject: 您的额度即将用尽$/m),
          text: '您的额度即将用尽，当前剩余额度为 $0.50。为了不影响您的使用，请及时充值。\n充值链接：https://gateway.example/topup',
        },
      ])
      expect(mailServer.mails[0]?.headers).toMatch(/^From: "Toll \\"& Co" <gateway@mail\.example>\r?$/m)
      expect(complaints).toEqual([])
    })

    test.each([
      ['fr' as const, /^Votre quota est bientôt épuisé/],
      ['zh-TW' as const, /^您的額度即將用盡/],
    ])('is a mail in %s for a reader of it', async (language, text) => {
      await charge(await makeUser({ language }), 250_000)
      expect(mailServer.mails.at(-1)?.text).toMatch(text)
    })

    test('links to no page while the site has no address', async () => {
      await app.options.set('ServerAddress', '')
      await charge(await makeUser({ language: 'en' }), 250_000)
      expect(mailServer.mails.at(-1)?.text).toBe(
        'Your quota is running low: $0.50 is left. Top up in time to keep your calls going.',
      )
    })

    test('of any other kind also links to no page while the site has no address', async () => {
      const { userId } = await makeUser({ language: 'en' })
      await app.db.updateTable('users').set({ role: ROLE.root }).where('id', '=', userId).execute()
      const tell = async () => {
        app.notifications.planEnded({ userId, plan: 'Starter', reason: 'unpaid', price: 500_000 })
        app.notifications.tellSuperAdmin({
          kind: 'channel_update_1_3',
          quietSeconds: 0,
          text: 'channelDisabled',
          values: () => ['East 1 was disabled'],
          page: '/channel',
        })
        await app.notifications.close()
        return mailServer.mails.splice(0).map(({ text }) => text)
      }
      expect(await tell()).toEqual([
        expect.stringContaining('https://gateway.example/'),
        expect.stringContaining('https://gateway.example/'),
      ])
      await app.options.set('ServerAddress', '')
      const told = await tell()
      expect(told).toHaveLength(2)
      expect(told.join('\n')).not.toMatch(/\/|undefined|\{/)
    })

    test('goes to the address for notices, from the address for mails', async () => {
      await app.options.set('SMTPFrom', 'noreply@mail.example')
      await charge(await makeUser({ notification_email: 'alerts@example.org', language: 'en' }), 0)
      expect(mailServer.mails).toMatchObject([
        {
          from: 'noreply@mail.example',
          to: ['alerts@example.org'],
          text: expect.stringContaining('Your quota is running low: $0.00 is left.'),
        },
      ])
    })

    test('is a signed webhook for those who chose one', async () => {
      const setting = {
        notify_type: 'webhook',
        webhook_url: hook(),
        webhook_secret: app.secrets.encrypt('hush'),
        language: 'en',
      } as const
      await charge(await makeUser(setting), 123_456)
      const [{ path, headers, body } = { path: '', headers: {}, body: '{}' }] = webhook.received
      expect([webhook.received.length, path, headers['content-type']]).toEqual([1, '/low', 'application/json'])
      expect(JSON.parse(body)).toEqual({
        type: 'quota_exceed',
        title: 'Your quota is running low',
        content:
          'Your quota is running low: $0.25 is left. Top up in time to keep your calls going.\nTop up: https://gateway.example/topup',
        values: ['$0.25', 'https://gateway.example/topup'],
        timestamp: TEST_NOW,
      })
      expect(headers['x-webhook-signature']).toBe(createHmac('sha256', 'hush').update(body).digest('hex'))
      expect(mailServer.mails).toEqual([])
    })

    test('reaches a webhook through the operator’s worker, signed as usual', async () => {
      const options: Options[] = []
      const throughWorker = await testApp(database, {
        now: () => now,
        outbound: makeOutbound({ worker: () => options.map(fetchWorker)[0] ?? null }),
      })
      options.push(throughWorker.options)
      await throughWorker.options.set('WorkerUrl', hook('worker', '127.0.0.1'))
      const user = await makeUser({
        notify_type: 'webhook',
        webhook_url: 'https://hooks.example/low',
        webhook_secret: throughWorker.secrets.encrypt('hush'),
      })
      await charge(user, 0, throughWorker)
      const [{ path, body } = { path: '', body: '{}' }] = webhook.received
      const asked = JSON.parse(body)
      expect([webhook.received.length, path, asked.url, asked.method]).toEqual([
        1,
        '/worker',
        'https://hooks.example/low',
        'POST',
      ])
      const signature = createHmac('sha256', 'hush').update(asked.body).digest('hex')
      expect(asked.headers).toEqual({ 'content-type': 'application/json', 'X-Webhook-Signature': signature })
    })

    test('is not signed without a secret', async () => {
      await charge(await makeUser({ notify_type: 'webhook', webhook_url: hook() }), 0)
      expect(webhook.received.map(({ headers }) => headers['x-webhook-signature'])).toEqual([undefined])
    })

    test('comes below the user’s own threshold, else below the site’s', async () => {
      const own = await makeUser({ quota_warning_threshold: 300 })
      const none = await makeUser({ quota_warning_threshold: 0 })
      const site = await makeUser()
      await charge(own, 300)
      await charge(none, 0)
      await charge(site, 1_000_000)
      expect(mailServer.mails).toHaveLength(0)
      await charge(own, 299)
      await charge(site, 999_999)
      expect(mailServer.mails).toHaveLength(2)
    })

    test('comes at most once in two hours, across charges, restarts and nodes', async () => {
      const user = await makeUser()
      const nodes = [app, await start(), await start()]
      await Promise.all(Array.from({ length: 30 }, (_, turn) => charge(user, turn, nodes[turn % 3])))
      expect(mailServer.mails).toHaveLength(1)
      now += TWO_HOURS - 1
      await charge(user, 0)
      await charge(user, 0, await start())
      expect(mailServer.mails).toHaveLength(1)
      now += 1
      await charge(user, 0)
      await charge(user, 0, nodes[1])
      expect(mailServer.mails).toHaveLength(2)
    })

    test('waits until it can be sent', async () => {
      const user = await makeUser({}, '')
      await charge(user, 0)
      await app.db.updateTable('users').set({ email: 'late@example.org' }).execute()
      await app.changeEvents.emit('users', user.userId)
      await charge(user, 0)
      expect(mailServer.mails.map(({ to }) => to)).toEqual([['late@example.org']])
    })

    test('that cannot be sent is only logged', async () => {
      await app.options.set('SMTPToken', 'wrong')
      await charge(await makeUser(), 0)
      webhook.status = 500
      await charge(await makeUser({ notify_type: 'webhook', webhook_url: hook() }), 0)
      expect(mailServer.mails).toEqual([])
      expect(complaints.map(line => JSON.parse(line).msg)).toEqual(Array(2).fill('a low-quota warning was not sent'))
    })

    test('reaches no internal address, neither by name nor by redirect', async () => {
      webhook.status = 307
      const addresses = [
        hook('low', 'inner.example'),
        hook('low', '127.0.0.2'),
        hook('low', '2130706434'),
        hook('redirected'),
      ]
      for (const webhook_url of addresses) await charge(await makeUser({ notify_type: 'webhook', webhook_url }), 0)
      expect(webhook.received.map(({ path }) => path)).toEqual(['/redirected'])
      expect(complaints).toHaveLength(4)
    })
  })
}
