import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type Invitation, type Right, ROLE, USER_ID_HEADER, USER_STATUS, type User } from '@tollgate/contract'
import { type Answered, type ConsoleClient, visitor } from '../../../test/support/console-client.ts'
import { databases } from '../../../test/support/databases.ts'
import { type IdentitySite, startIdentitySite } from '../../../test/support/identity-site.ts'
import { telegramAnswer } from '../../../test/support/telegram-widget.ts'
import { startWechatHelper, type WechatHelper } from '../../../test/support/wechat-helper.ts'
import type { Mail } from '../../platform/mail/mailer.ts'
import { SESSION_COOKIE, startSession } from '../../platform/sessions/store.ts'
import { endpoints } from '../../start/app.ts'

const DAY = 86_400

for (const { kind, open } of databases()) {
  describe(`invitations to the site on ${kind}`, () => {
    let site: IdentitySite
    let root: ConsoleClient
    let rootId: number
    let mails: Mail[] = []
    let mailFails = false
    let wechat: WechatHelper
    beforeAll(async () => {
      site = await startIdentitySite(await open())
      wechat = await startWechatHelper()
    })
    beforeEach(async () => {
      await site.renew()
      await site.set({ ServerAddress: 'https://api.example.com', PasswordLoginEnabled: true, UserAgreement: '' })
      mails = []
      mailFails = false
      ;({ id: rootId, client: root } = await account('root'))
    })
    afterAll(() => Promise.all([site.stop(), wechat.stop()]))

    const app = () => ({
      ...site.app,
      mailer: {
        isReady: () => true,
        async send(mail: Mail) {
          if (mailFails) throw new Error('refused')
          mails.push(mail)
        },
      },
    })
    const stranger: ConsoleClient = (...call) => visitor(app(), endpoints)(...call)
    async function account(role: keyof typeof ROLE) {
      const id = await site.addUser({ role: ROLE[role] })
      const session = await startSession(site.app.db, { userId: id, now: site.clock.now, ip: '', userAgent: '' })
      const headers = { cookie: `${SESSION_COOKIE}=${session}`, [USER_ID_HEADER]: String(id) }
      const client: ConsoleClient = (...call) => visitor(app(), endpoints, headers)(...call)
      return { id, client }
    }
    const create = (body: object = {}, by = root) =>
      by('POST', '/api/invitation/', { body: { role: ROLE.user, ...body } })
    const invited = async (body: object = {}) => (await create(body)).data as Invitation & { code: string }
    const name = () => crypto.randomUUID().slice(0, 10)
    const register = (code: string, fields: object = {}) =>
      stranger('POST', '/api/invitation/register', {
        body: { code, username: name(), password: 'correct horse', ...fields },
      })
    const accept = (client: ConsoleClient, code: string) => client('POST', '/api/invitation/accept', { body: { code } })
    const read = (code: string) => stranger('POST', '/api/invitation/read', { body: { code } })
    const idOf = ({ data }: Answered) => (data as User).id
    const listed = async (id: number) =>
      ((await root('GET', '/api/invitation/')).data as Invitation[]).find(one => one.id === id)
    const stateOf = async (id: number) => (await listed(id))?.state
    /** Opens an invitation in a browser, whose cookie a sign-in by another site then carries. */
    const openedBy = async (code: string) => (await read(code)).setCookie?.split(';')[0] ?? ''

    test('an invitation makes an account with its role, rights and group while registration is closed, and signs it in', async () => {
      await site.set({ RegisterEnabled: false })
      const rights: Right[] = ['channels.operate']
      const { code, id } = await invited({ role: ROLE.admin, rights, group: 'vip' })
      expect((await read(code)).data).toMatchObject({ role: ROLE.admin, group: 'vip' })
      const made = await register(code)
      expect(made).toMatchObject({ success: true, data: { role: ROLE.admin, group: 'vip' } })
      expect(made.setCookie).toContain(SESSION_COOKIE)
      expect(await site.rowOf(idOf(made))).toMatchObject({ rights: 'channels.see,channels.operate', rights_by: rootId })
      expect(await listed(id)).toMatchObject({ state: 'accepted', accepted_by: (made.data as User).username })
    })

    test('an invitation works once, also for two who accept at the same moment', async () => {
      const { code } = await invited({ role: ROLE.admin })
      const [one, other] = [await account('user'), await account('user')]
      const told = await Promise.all([
        register(code),
        register(code),
        accept(one.client, code),
        accept(other.client, code),
      ])
      expect(told.filter(({ success }) => success)).toHaveLength(1)
      expect(told.filter(({ code }) => code === 'invitation_over')).toHaveLength(3)
      const admins = await site.app.db.selectFrom('users').select('id').where('rights_by', '=', rootId).execute()
      expect(admins).toHaveLength(1)
      expect(await register(code)).toMatchObject({ code: 'invitation_over' })
    })

    test('an invitation ends by its time, when it is withdrawn, and when its inviter is no longer a super admin', async () => {
      const late = await invited({ days: 2 })
      site.clock.now += 2 * DAY
      expect(await read(late.code)).toMatchObject({ code: 'invitation_over' })
      expect(await register(late.code)).toMatchObject({ code: 'invitation_over' })
      expect(await stateOf(late.id)).toBe('expired')
      ;({ id: rootId, client: root } = await account('root'))
      const withdrawn = await invited()
      expect(await root('DELETE', `/api/invitation/${withdrawn.id}`)).toMatchObject({ success: true })
      expect(await root('DELETE', `/api/invitation/${withdrawn.id}`)).toMatchObject({ code: 'invitation_over' })
      expect(await register(withdrawn.code)).toMatchObject({ code: 'invitation_over' })
      const changes = [{ role: ROLE.admin }, { status: USER_STATUS.banned }, { deleted_at: site.clock.now }]
      for (const change of changes) {
        const { code } = await invited()
        await site.app.db.updateTable('users').set(change).where('id', '=', rootId).execute()
        expect(await register(code)).toMatchObject({ code: 'invitation_over' })
        ;({ id: rootId, client: root } = await account('root'))
      }
    })

    test('an account takes an invitation only signed in and freshly confirmed, and keeps what it has', async () => {
      const { id, client } = await account('user')
      const { code } = await invited({ role: ROLE.admin, rights: ['logs'] })
      site.clock.now += 601
      expect(await accept(client, code)).toMatchObject({ code: 'confirmation_needed' })
      expect(await accept(stranger, code)).toMatchObject({ code: 'session_missing' })
      expect(await site.rowOf(id)).toMatchObject({ role: ROLE.user })
      site.clock.now -= 601
      expect(await accept(client, code)).toMatchObject({ data: { id, role: ROLE.admin } })
      expect(await site.rowOf(id)).toMatchObject({ rights: 'logs', rights_by: rootId, group: 'default' })
      const another = await invited({ group: 'vip' })
      expect(await accept(client, another.code)).toMatchObject({ code: 'user_is_admin' })
      expect(await accept(root, another.code)).toMatchObject({ code: 'user_is_admin' })
      expect(await stateOf(another.id)).toBe('open')
    })

    test('an invitation that gives an account nothing is not used up', async () => {
      const { id, client } = await account('user')
      const { code } = await invited()
      expect(await accept(client, code)).toMatchObject({ code: 'invitation_gives_nothing' })
      expect(await accept(client, (await invited({ group: 'vip' })).code)).toMatchObject({ data: { group: 'vip' } })
      expect(await site.rowOf(id)).toMatchObject({ role: ROLE.user, rights_by: 0 })
      expect(await register(code)).toMatchObject({ success: true })
    })

    test('only the super admin invites, sees and withdraws, and nobody is invited as one', async () => {
      const { client: admin } = await account('admin')
      const { id } = await invited()
      expect(await create({}, admin)).toMatchObject({ code: 'role_too_low' })
      expect(await admin('GET', '/api/invitation/')).toMatchObject({ code: 'role_too_low' })
      expect(await admin('DELETE', `/api/invitation/${id}`)).toMatchObject({ code: 'role_too_low' })
      for (const role of [ROLE.root, 99, 0, '10']) expect(await create({ role })).toMatchObject({ success: false })
      expect(await create({ rights: ['root'] })).toMatchObject({ success: false })
      expect(await create({ group: '__proto__' })).toMatchObject({ code: 'invitation_group_unknown' })
      site.clock.now += 601
      expect(await create()).toMatchObject({ code: 'confirmation_needed' })
    })

    test('a group that was deleted meanwhile is not given', async () => {
      const { code } = await invited({ group: 'vip' })
      const before = JSON.stringify(site.app.options.get('GroupRatio'))
      await site.app.options.set('GroupRatio', '{"default":1}')
      expect(await register(code)).toMatchObject({ data: { group: 'default' } })
      await site.app.options.set('GroupRatio', before)
    })

    test('rights are given to administrators alone', async () => {
      const { code } = await invited({ rights: ['users.edit'] })
      expect(await site.rowOf(idOf(await register(code)))).toMatchObject({ role: ROLE.user, rights: null })
    })

    test('a mailed invitation is known to its mailbox alone, which it verifies unless somebody has the address', async () => {
      const email = `${name()}@example.com`
      const made = await invited({ email })
      expect(made.code).toBeUndefined()
      const codeIn = (mail?: Mail) =>
        /https:\/\/api\.example\.com\/invitation#([0-9a-f]{64})/.exec(mail?.text ?? '')?.[1]
      expect(mails).toMatchObject([{ to: email }])
      const account = await register(codeIn(mails[0]) ?? '')
      expect(await site.rowOf(idOf(account))).toMatchObject({ email })
      await create({ email })
      const second = await register(codeIn(mails[1]) ?? '')
      expect(await site.rowOf(idOf(second))).toMatchObject({ email: '' })
      mailFails = true
      expect(await create({ email })).toMatchObject({ code: 'mail_failed' })
      const [failed] = (await root('GET', '/api/invitation/')).data as Invitation[]
      expect(failed).toMatchObject({ email, state: 'withdrawn' })
      expect(await create({ email: 'a@b.c\nbcc: d@e.f' })).toMatchObject({ code: 'email_invalid' })
    })

    test('a sign-in by another site accepts what its browser has opened, also while registration is closed', async () => {
      await site.set({ RegisterEnabled: false })
      const { code, id } = await invited({ role: ROLE.admin, group: 'vip' })
      const cookie = await openedBy(code)
      const arrive = async (person: number, sent: string) => {
        const on = site.browser()
        const { authorizeUrl } = await on.begin('github')
        const query = await site.queryOf('github', authorizeUrl, person)
        return on.get(`/api/oauth/github?${new URLSearchParams(query)}`, { cookie: `${on.cookies()}; ${sent}` })
      }
      expect(await arrive(site.newId(), '')).toMatchObject({ code: 'register_disabled' })
      const known = site.newId()
      const knownId = await site.addUser({ github_id: String(known) })
      expect(await arrive(known, cookie)).toMatchObject({ data: { id: knownId, role: ROLE.user } })
      expect(await stateOf(id)).toBe('open')
      expect(await arrive(site.newId(), cookie)).toMatchObject({ data: { role: ROLE.admin, group: 'vip' } })
      expect(await arrive(site.newId(), cookie)).toMatchObject({ code: 'register_disabled' })
    })

    test('WeChat accepts too, and Telegram, which otherwise makes no accounts', async () => {
      const token = '123:bot'
      await site.set({
        RegisterEnabled: false,
        TelegramBotToken: token,
        TelegramBotName: 'bot',
        TelegramOAuthEnabled: true,
      })
      await site.set({ WeChatServerAddress: wechat.url, WeChatServerToken: wechat.token, WeChatAuthEnabled: true })
      const byTelegram = async (cookie: string) => {
        const answer = telegramAnswer(token, { id: site.newId(), auth_date: site.clock.now, first_name: 'Ann' })
        return stranger('GET', `/api/oauth/telegram/login?${new URLSearchParams(answer)}`, { headers: { cookie } })
      }
      const byWechat = (cookie: string) =>
        stranger('GET', `/api/oauth/wechat?code=${wechat.codeFor(name())}`, { headers: { cookie } })
      for (const [arrive, refusal] of [
        [byTelegram, 'identity_unknown'],
        [byWechat, 'register_disabled'],
      ] as const) {
        const cookie = await openedBy((await invited({ role: ROLE.admin })).code)
        expect(await arrive('')).toMatchObject({ code: refusal })
        expect(await arrive(cookie)).toMatchObject({ data: { role: ROLE.admin } })
        expect(await arrive(cookie)).toMatchObject({ code: refusal })
      }
    })

    test('a new account needs a free name, consent to the rules, and sign-in by password', async () => {
      const { code } = await invited()
      const { username } = await site.rowOf(rootId)
      expect(await register(code, { username })).toMatchObject({ code: 'username_taken' })
      await site.set({ UserAgreement: 'Be kind' })
      expect(await register(code)).toMatchObject({ code: 'agreement_needed' })
      await site.set({ PasswordLoginEnabled: false })
      expect(await register(code, { agreed: true })).toMatchObject({ code: 'password_login_disabled' })
      await site.set({ PasswordLoginEnabled: true })
      expect(await register(code, { agreed: true })).toMatchObject({ success: true })
    })

    test('codes cannot be guessed for long, and none is stored or listed', async () => {
      const { code } = await invited()
      const stored = await site.app.db.selectFrom('invitations').selectAll().execute()
      expect(JSON.stringify([stored, await root('GET', '/api/invitation/')])).not.toContain(code)
      for (let guess = 0; guess < 20; guess++) await read(guess.toString(16).padStart(64, '0'))
      expect(await read(code)).toMatchObject({ code: 'too_many_requests' })
    })

    test('the log says who invited, who withdrew, and who accepted', async () => {
      const { id: withdrawn } = await invited({ role: ROLE.admin, rights: ['logs'] })
      await root('DELETE', `/api/invitation/${withdrawn}`)
      const { code, id } = await invited({ role: ROLE.admin })
      const { username: guest, id: guestId } = (await register(code)).data as User
      const { username } = await site.rowOf(rootId)
      const rows = await site.app.db
        .selectFrom('logs')
        .select('content')
        .where('user_id', 'in', [rootId, guestId])
        .where('code', '!=', 'signed_in')
        .orderBy('id')
        .execute()
      expect(rows.map(({ content }) => content)).toEqual([
        `${username} made invitation ${withdrawn}, for an administrator with these rights: Logs of others`,
        `${username} withdrew invitation ${withdrawn}`,
        `${username} made invitation ${id}, for an administrator`,
        `${guest} accepted invitation ${id} by ${username}`,
        `${username} made user ${guestId} (${guest}) an administrator`,
      ])
    })
  })
}
