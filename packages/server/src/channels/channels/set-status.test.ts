import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { CHANNEL_STATUS, type Log, type Page } from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { MAILBOX, type MailServer, startMailServer } from '../../../test/support/mail-server.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'
import { disableChannel, enableChannel } from './set-status.ts'
import type { StatusReason } from './status-reason.ts'
import { findChannel, insertChannel } from './store.ts'

for (const { kind, open } of databases()) {
  describe(`the status of a channel on ${kind}`, () => {
    let database: TestDatabase
    let mailServer: MailServer
    let app: AppContext
    let otherNode: AppContext
    let root: ConsoleClient
    let now = TEST_NOW
    beforeAll(async () => {
      database = await open()
      mailServer = await startMailServer()
      app = await testApp(database, { now: () => now })
      root = await signedIn(app, endpoints, 'root')
      const settings = {
        SMTPServer: '127.0.0.1',
        SMTPPort: mailServer.port,
        SMTPAccount: MAILBOX.user,
        SMTPToken: MAILBOX.password,
        ServerAddress: 'https://gateway.example',
      }
      for (const [key, value] of Object.entries(settings)) await app.options.set(key as 'SMTPServer', String(value))
      otherNode = await testApp(database, { now: () => now })
      const setting = JSON.stringify({ language: 'en' })
      await app.db.updateTable('users').set({ email: 'root@example.org', setting }).where('role', '=', 100).execute()
    })
    beforeEach(async () => {
      await mails()
      for (const table of ['channels', 'abilities', 'logs', 'notices'] as const)
        await app.db.deleteFrom(table).execute()
      mailServer.mails.length = 0
      now = TEST_NOW
    })
    afterAll(async () => {
      await mailServer.stop()
      await database.close()
    })

    const make = async (given = {}) => {
      const channel = { type: 1, name: 'main', key_sealed: app.secrets.encrypt('k'), models: 'a', created_time: 1 }
      return (await insertChannel(app.db, { ...channel, group: 'default', ...given })).id
    }
    const rowOf = async (id: number) => {
      const row = await findChannel(app.db, id)
      if (!row) throw new Error('there is no such channel')
      return row
    }
    const enabledAbilities = async () =>
      (await app.db.selectFrom('abilities').select('enabled').execute()).map(({ enabled }) => enabled)
    const told = async () =>
      ((await root('GET', '/api/log/?act=channels')).data as Page<Log>).items.map(({ content }) => content)
    const mails = async () => {
      await Promise.all([app, otherNode].map(({ notifications }) => notifications.close()))
      return mailServer.mails.map(({ text }) => text)
    }

    test('is 3 with reason and time, its models are off, and the log and the super admin know', async () => {
      const id = await make({ other_info: '{"kept":1}' })
      const changes: number[] = []
      app.changeEvents.on('channels', id => void changes.push(id))
      expect(await disableChannel(app, id, '401: Incorrect API key')).toBe(true)
      const { status, other_info } = await rowOf(id)
      expect([status, JSON.parse(other_info)]).toEqual([
        CHANNEL_STATUS.autoDisabled,
        { kept: 1, status_reason: '401: Incorrect API key', status_time: TEST_NOW },
      ])
      expect(await enabledAbilities()).toEqual([0])
      expect(changes).toEqual([id])
      const sentence = `Channel ${id} (main) was disabled by the gateway: 401: Incorrect API key`
      expect(await told()).toEqual([sentence])
      expect(await mails()).toEqual([`${sentence}\nChannels: https://gateway.example/channel`])
    })

    test.each<[StatusReason, string]>([
      [{ code: 'too_slow', seconds: 7.25, limit: 5 }, 'its test took 7.25 s, longer than the limit of 5 s'],
      [{ code: 'balance_used_up', balance: -0.5 }, 'its balance with the provider is used up ($-0.50)'],
    ])('keeps what the console translates: %j', async (reason, words) => {
      const id = await make()
      await disableChannel(app, id, reason)
      expect(JSON.parse((await rowOf(id)).other_info)).toMatchObject({ status_cause: reason })
      expect(await told()).toEqual([`Channel ${id} (main) was disabled by the gateway: ${words}`])
    })

    test('is changed by one of many on any number of nodes, and reported once', async () => {
      const id = await make()
      const nodes = [app, otherNode]
      const changed = await Promise.all(
        Array.from({ length: 20 }, (_, turn) => disableChannel(nodes[turn % 2] ?? app, id, `401: turn ${turn}`)),
      )
      expect(changed.filter(Boolean)).toHaveLength(1)
      expect(await told()).toHaveLength(1)
      expect(await mails()).toHaveLength(1)
    })

    test('that goes up and down is reported once in ten minutes each way', async () => {
      const id = await make()
      for (let round = 0; round < 3; round++) {
        expect(await disableChannel(app, id, '401: again')).toBe(true)
        expect(await enableChannel(otherNode, id)).toBe(true)
        await mails()
      }
      expect(await mails()).toHaveLength(2)
      now += 600
      await disableChannel(app, id, '401: again')
      expect(await mails()).toHaveLength(3)
    })

    test('comes back enabled without its reason, unless an administrator had disabled it', async () => {
      const id = await make({ other_info: '{"kept":1}' })
      await disableChannel(app, id, '401: no')
      expect(await enableChannel(app, id)).toBe(true)
      const { status, other_info } = await rowOf(id)
      expect([status, other_info]).toEqual([CHANNEL_STATUS.enabled, '{"kept":1}'])
      expect(await enabledAbilities()).toEqual([1])
      expect(await enableChannel(app, id)).toBe(false)
      await app.db.updateTable('channels').set({ status: CHANNEL_STATUS.disabled }).execute()
      expect([await enableChannel(app, id), await disableChannel(app, id, '401: no')]).toEqual([false, false])
      expect((await rowOf(id)).status).toBe(CHANNEL_STATUS.disabled)
    })

    test('keeps what an administrator changes at the same time', async () => {
      for (let round = 0; round < 10; round++) {
        const id = await make({ name: `c${round}` })
        const edit = root('PUT', '/api/channel/', { body: { id, name: 'edited', models: 'a,b', priority: 7 } })
        await Promise.all([disableChannel(app, id, '401: no'), edit])
        expect(await rowOf(id)).toMatchObject({ name: 'edited', models: 'a,b', priority: 7, status: 3 })
      }
      expect(new Set(await enabledAbilities())).toEqual(new Set([0]))
    })

    test('does not change if the reason is about an outdated state', async () => {
      const id = await make()
      const isStill = ({ key_sealed }: { key_sealed: string }) => app.secrets.decrypt(key_sealed) === 'k'
      await root('PUT', '/api/channel/', { body: { id, key: 'a good one' } })
      expect(await disableChannel(app, id, '401: the old key', isStill)).toBe(false)
      expect((await rowOf(id)).status).toBe(CHANNEL_STATUS.enabled)
    })

    test('of a deleted channel cannot be changed', async () => {
      expect(await disableChannel(app, 404, '401: no')).toBe(false)
      expect(await mails()).toEqual([])
    })
  })
}
