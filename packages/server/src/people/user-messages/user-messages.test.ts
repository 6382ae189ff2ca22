import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import {
  type InboxCounts,
  type InboxMessage,
  LIVE_MESSAGES_MAX,
  type Page,
  ROLE,
  USER_STATUS,
  type User,
  type UserMessage,
} from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn, visitor } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { rejection } from '../../../test/support/rejection.ts'
import type { Mail } from '../../platform/mail/mailer.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'
import { insertUser } from '../users/store.ts'
import { sendMails } from './send-mails.ts'
import { removeOldMessages } from './store.ts'

const DAY = 86_400
const NEVER = new AbortController().signal

for (const { kind, open } of databases()) {
  describe(`messages to users on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let now = TEST_NOW
    let root: ConsoleClient
    let sent: Mail[] = []
    let isReady = true
    let send = async (_: Mail): Promise<void> => undefined
    const mailer = {
      isReady: () => isReady,
      async send(mail: Mail) {
        await send(mail)
        sent.push(mail)
      },
    }
    beforeAll(async () => {
      database = await open()
      app = { ...(await testApp(database, { now: () => now })), mailer }
    })
    beforeEach(async () => {
      now += 1000 * DAY
      sent = []
      isReady = true
      send = async () => undefined
      await app.db.deleteFrom('users').execute()
      await app.db.deleteFrom('user_messages').execute()
      await app.db.deleteFrom('user_message_targets').execute()
      root = await signedIn(app, endpoints, 'root')
    })
    afterAll(() => database.close())

    const write = (form: object = {}, by = root) =>
      by('POST', '/api/message/', {
        body: { title: 'Hello', text: 'News', audience: { to: 'all' }, in_console: true, by_mail: false, ...form },
      })
    const written = async (form: object = {}) => {
      const answer = await write(form)
      if (!answer.success) throw new Error(answer.message)
      return answer.data as UserMessage
    }
    const inbox = async (client: ConsoleClient) => (await client('GET', '/api/message/inbox')).data as InboxMessage[]
    const titles = async (client: ConsoleClient) => (await inbox(client)).map(({ title }) => title)
    const counts = async (client: ConsoleClient) =>
      ((await client('GET', '/api/user/self')) as unknown as { inbox: InboxCounts }).inbox
    const read = (client: ConsoleClient, ids: number[]) => client('POST', '/api/message/inbox/read', { body: { ids } })
    const idOf = async (client: ConsoleClient) => ((await client('GET', '/api/user/self')).data as User).id
    const listed = async (id: number) =>
      ((await root('GET', '/api/message/?page_size=100')).data as Page<UserMessage>).items.find(one => one.id === id)
    const mailbox = (name: string, fields: object = {}) =>
      insertUser(app.db, { username: name, aff_code: name, email: `${name}@x.test`, created_at: now, ...fields })
    const mailboxes = async (count: number) => {
      const names = Array.from({ length: count }, (_, at) => `u${at}`)
      const rows = names.map(name => ({ username: name, aff_code: name, email: `${name}@x.test`, created_at: now }))
      await app.db.insertInto('users').values(rows).execute()
      return names
    }
    const mailed = () => sent.map(({ to }) => to.split('@')[0]).sort()
    const run = (signal = NEVER) => sendMails(app, signal)

    test('reach all, a group, a role or chosen users, and nobody else', async () => {
      const [one, other, admin] = [
        await signedIn(app, endpoints, 'user'),
        await signedIn(app, endpoints, 'user'),
        await signedIn(app, endpoints, 'admin'),
      ]
      await app.db
        .updateTable('users')
        .set({ group: 'vip' })
        .where('id', '=', await idOf(other))
        .execute()
      await written({ title: 'all' })
      await written({ title: 'vip', audience: { to: 'group', groups: ['vip', 'none'] } })
      await written({ title: 'admins', audience: { to: 'role', roles: [ROLE.admin] } })
      await written({ title: 'one', audience: { to: 'user', users: [await idOf(one)] } })
      expect(await titles(one)).toEqual(['one', 'all'])
      expect(await titles(other)).toEqual(['vip', 'all'])
      expect(await titles(admin)).toEqual(['admins', 'all'])
      expect(await titles(root)).toEqual(['all'])
    })

    test('are counted with the user’s own record, and read one by one', async () => {
      const reader = await signedIn(app, endpoints, 'user')
      const [first, second] = [await written(), await written()]
      const foreign = await written({ audience: { to: 'role', roles: [ROLE.root] } })
      expect(await counts(reader)).toEqual({ total: 2, unread: 2 })
      expect((await read(reader, [first.id, foreign.id, 999_999])).data).toEqual({ total: 2, unread: 1 })
      expect((await read(reader, [first.id])).data).toEqual({ total: 2, unread: 1 })
      expect((await inbox(reader)).map(({ id, is_read }) => [id, is_read])).toEqual([
        [second.id, false],
        [first.id, true],
      ])
      const reads = app.db.selectFrom('user_message_reads').select('message_id')
      expect(await reads.where('message_id', '=', foreign.id).execute()).toEqual([])
    })

    test('appear at their time, end, disappear when recalled, and are not shown to later users', async () => {
      const reader = await signedIn(app, endpoints, 'user')
      const { id } = await written({ send_at: now + 100, days: 1 })
      expect(await listed(id)).toMatchObject({ state: 'planned' })
      expect(await counts(reader)).toEqual({ total: 0, unread: 0 })
      now += 100
      expect(await titles(reader)).toEqual(['Hello'])
      now += 1
      expect(await titles(await signedIn(app, endpoints, 'user'))).toEqual([])
      now += DAY
      expect(await listed(id)).toMatchObject({ state: 'over' })
      expect(await titles(reader)).toEqual([])
      root = await signedIn(app, endpoints, 'root')
      const recalled = await written()
      expect(await titles(reader)).toEqual(['Hello'])
      expect((await root('DELETE', `/api/message/${recalled.id}`)).data).toMatchObject({ state: 'recalled' })
      expect(await titles(reader)).toEqual([])
      expect(await root('DELETE', `/api/message/${recalled.id}`)).toMatchObject({ code: 'message_over' })
      expect(await root('DELETE', '/api/message/999999')).toMatchObject({ code: 'message_not_found' })
    })

    test('are recalled by their writer’s equals and superiors alone', async () => {
      const [admin, peer] = [await signedIn(app, endpoints, 'admin'), await signedIn(app, endpoints, 'admin')]
      const reader = await signedIn(app, endpoints, 'user')
      const shownTo = async (client: ConsoleClient, id: number) =>
        ((await client('GET', '/api/message/')).data as { items: UserMessage[] }).items.find(one => one.id === id)
      const ofRoot = await written()
      expect([await shownTo(admin, ofRoot.id), await shownTo(root, ofRoot.id)]).toMatchObject([
        { may_recall: false },
        { may_recall: true },
      ])
      expect(await admin('DELETE', `/api/message/${ofRoot.id}`)).toMatchObject({ code: 'message_of_superior' })
      expect(await titles(reader)).toContain('Hello')
      for (const by of [admin, peer, root]) {
        const { id } = (await write({}, admin)).data as UserMessage
        expect(await by('DELETE', `/api/message/${id}`)).toMatchObject({
          data: { state: 'recalled', may_recall: false },
        })
      }
      expect(await admin('DELETE', `/api/message/${ofRoot.id}`)).toMatchObject({ code: 'message_of_superior' })
    })

    test('are written by administrators with the right alone, freshly confirmed, and the log says so', async () => {
      const user = await signedIn(app, endpoints, 'user')
      const admin = await signedIn(app, endpoints, 'admin')
      expect(await write({}, user)).toMatchObject({ code: 'role_too_low' })
      expect(await write({}, admin)).toMatchObject({ success: true })
      await app.db.updateTable('users').set({ rights: 'users.edit' }).where('role', '=', ROLE.admin).execute()
      expect(await write({}, admin)).toMatchObject({ code: 'right_missing' })
      expect(await admin('GET', '/api/message/')).toMatchObject({ code: 'right_missing' })
      now += 601
      expect(await write()).toMatchObject({ code: 'confirmation_needed' })
      now -= 601
      const { id } = await written({ title: 'a\r\nBcc: all@x.test' })
      const { content } = await app.db
        .selectFrom('logs')
        .select('content')
        .where('code', '=', 'message_written')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      expect(content).toEndWith(`wrote message ${id} to users: a Bcc: all@x.test`)
    })

    test('are refused without a place, a mail server or people, and when too many are shown', async () => {
      expect(await write({ in_console: false })).toMatchObject({ code: 'message_nowhere' })
      isReady = false
      expect(await write({ by_mail: true })).toMatchObject({ code: 'mail_not_set_up' })
      expect(await write({ audience: { to: 'user', users: [999_999] } })).toMatchObject({
        code: 'message_user_unknown',
      })
      expect(await write({ send_at: now + 366 * DAY })).toMatchObject({ code: 'message_too_late' })
      const row = { title: 't', text: 't', written_by: 0, created_at: now, send_at: now, ends_at: now + 1 }
      await app.db
        .insertInto('user_messages')
        .values(Array.from({ length: LIVE_MESSAGES_MAX }, () => row))
        .execute()
      expect(await write()).toMatchObject({ code: 'messages_full' })
    })

    test('are mailed once to everybody with an address who can sign in', async () => {
      await mailbox('ann')
      await mailbox('bob', { group: 'vip' })
      await mailbox('banned', { status: USER_STATUS.banned })
      await mailbox('gone', { deleted_at: now })
      await mailbox('team', { is_team: 1 })
      await mailbox('list', { email: 'eve@x.test, mallory@x.test' })
      const { id } = await written({ by_mail: true, in_console: false, text: 'News' })
      await mailbox('late', { created_at: now + 1 })
      expect(await run()).toBe(2)
      expect(await run()).toBe(0)
      expect(mailed()).toEqual(['ann', 'bob'])
      expect(sent[0]).toMatchObject({ subject: 'Hello' })
      expect(sent[0]?.text).toStartWith('News\n\n')
      expect(await listed(id)).toMatchObject({ mails: { is_done: true, total: 3, sent: 2, failed: 1 } })
      await written({ by_mail: true, audience: { to: 'group', groups: ['vip'] } })
      sent = []
      await run()
      expect(mailed()).toEqual(['bob'])
    })

    test('a run that is cut off goes on with those it has not tried, and mails nobody twice', async () => {
      const names = await mailboxes(130)
      const { id } = await written({ by_mail: true })
      const stop = new AbortController()
      send = async () => {
        if (sent.length === 105) stop.abort(new Error('the server stops'))
      }
      expect(await rejection(run(stop.signal))).toMatchObject({ message: 'the server stops' })
      expect(sent.length).toBeLessThan(115)
      // A server that died in the middle of a mail does not know whether it went out.
      const [untried] = names.filter(name => !mailed().includes(name))
      const { id: userId } = await app.db
        .selectFrom('users')
        .select('id')
        .where('username', '=', untried ?? '')
        .executeTakeFirstOrThrow()
      await app.db
        .insertInto('user_message_mails')
        .values({ message_id: id, user_id: userId, state: 'sending' })
        .execute()
      send = async () => undefined
      await Promise.all([run(), run()])
      expect(mailed()).toEqual(names.filter(name => name !== untried).sort())
      expect(await listed(id)).toMatchObject({ mails: { is_done: true, total: 130, sent: 129, failed: 0 } })
    })

    test('end with a link that unsubscribes in one click, in the reader’s language; other mails are not affected', async () => {
      await app.options.set('ServerAddress', 'https://gate.example/')
      const id = await mailbox('ann', { setting: JSON.stringify({ language: 'zh' }) })
      await mailbox('bob')
      await written({ by_mail: true, in_console: false })
      expect(await run()).toBe(2)
      const toAnn = sent.find(({ to }) => to === 'ann@x.test')
      const address = new URL(toAnn?.unsubscribe ?? '')
      const page = /https:\S+$/.exec(toAnn?.text ?? '')?.[0] ?? ''
      expect(address.origin).toBe('https://gate.example')
      expect(toAnn?.text).toContain('退订')
      expect(new URL(page).searchParams.get('token')).toBe(address.pathname.split('/').at(-1) ?? '')

      // as mail programs do: a form, no session
      const click = (path: string) => visitor(app, endpoints)('POST', path)
      const token = address.pathname.split('/').at(-1) ?? ''
      const [userId = '', signature = ''] = token.split('.')
      for (const wrong of [
        'x',
        `${userId}.`,
        `${userId}.${signature.slice(1)}`,
        `${Number(userId) + 1}.${signature}`,
        `0${token}`,
        `9999999999.${signature}`,
        '1.é',
      ])
        expect(await click(`/api/message/unsubscribe/${encodeURIComponent(wrong)}`)).toMatchObject({
          code: 'unsubscribe_link_invalid',
        })
      expect(await click(address.pathname)).toMatchObject({ success: true })
      expect(await click(address.pathname)).toMatchObject({ success: true })
      sent = []
      await written({ by_mail: true })
      expect(await run()).toBe(1)
      expect(mailed()).toEqual(['bob'])

      // who has another address is not found by the link to the old one
      await app.db.updateTable('users').set({ email: 'ann@y.test' }).where('id', '=', id).execute()
      expect(await click(address.pathname)).toMatchObject({ code: 'unsubscribe_link_invalid' })
      await app.options.set('ServerAddress', '')
    })

    test('are mailed or not as their reader chooses in the profile; without a server address there is no link', async () => {
      const reader = await signedIn(app, endpoints, 'user')
      await app.db
        .updateTable('users')
        .set({ email: 'reader@x.test' })
        .where('id', '=', await idOf(reader))
        .execute()
      const wants = async () => (await reader('GET', '/api/message/mails')).data
      const choose = (wanted: boolean) => reader('PUT', '/api/message/mails', { body: { wanted } })
      expect(await wants()).toBe(true)
      expect((await choose(false)).data).toBe(false)
      await choose(false)
      expect(await wants()).toBe(false)
      await written({ by_mail: true })
      expect(await run()).toBe(0)
      expect(await titles(reader)).toEqual(['Hello'])
      await choose(true)
      await written({ by_mail: true })
      expect(await run()).toBe(1)
      expect(sent[0]).not.toHaveProperty('unsubscribe')
      expect(sent[0]?.text).not.toContain('nsubscribe')
    })

    test('wait while the mail server is away; a refused address is counted and holds nobody up', async () => {
      await mailbox('ann')
      await mailbox('bad')
      await mailbox('cid')
      const { id } = await written({ by_mail: true })
      send = async () => {
        throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET', command: 'CONN' })
      }
      expect(await rejection(run())).toMatchObject({ command: 'CONN' })
      expect(await listed(id)).toMatchObject({ mails: { is_done: false, sent: 0, failed: 0 } })
      send = async ({ to }) => {
        if (to.startsWith('bad'))
          throw Object.assign(new Error('no such user'), { code: 'EENVELOPE', responseCode: 550 })
      }
      expect(await run()).toBe(2)
      expect(mailed()).toEqual(['ann', 'cid'])
      expect(await listed(id)).toMatchObject({ mails: { is_done: true, total: 3, sent: 2, failed: 1 } })
    })

    test('that are recalled send no more mails, and planned ones none before their time', async () => {
      await mailboxes(110)
      const { id } = await written({ by_mail: true, send_at: now + 50 })
      expect(await run()).toBe(0)
      now += 50
      send = async () => {
        if (sent.length === 20) await root('DELETE', `/api/message/${id}`)
      }
      expect(await run()).toBeLessThanOrEqual(100)
      expect(await run()).toBe(0)
    })

    test('that ended long ago are removed with everything about them', async () => {
      const reader = await signedIn(app, endpoints, 'user')
      await mailbox('ann')
      const { id } = await written({ by_mail: true, days: 1 })
      await run()
      await read(reader, [id])
      expect(await removeOldMessages(app.db, now + 91 * DAY - 1, 500)).toBe(0)
      expect(await removeOldMessages(app.db, now + 91 * DAY, 500)).toBe(1)
      for (const table of ['user_message_targets', 'user_message_reads', 'user_message_mails'] as const)
        expect(await app.db.selectFrom(table).select('message_id').where('message_id', '=', id).execute()).toEqual([])
    })
  })
}
