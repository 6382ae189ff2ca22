import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type AccountEntry, type Page, ROLE, type Session, USER_STATUS, type User } from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn, visitor } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { audit } from '../../money/ledger/audit.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'
import { markSetUp } from '../setup/store.ts'

for (const { kind, open } of databases()) {
  describe(`administrators of users on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let admin: ConsoleClient
    let root: ConsoleClient
    let user: ConsoleClient
    beforeAll(async () => {
      database = await open()
      app = await testApp(database)
      await markSetUp(app.db, app.version, TEST_NOW)
    })
    beforeEach(async () => {
      admin = await signedIn(app, endpoints, 'admin')
      root = await signedIn(app, endpoints, 'root')
      user = await signedIn(app, endpoints, 'user')
    })
    afterAll(async () => {
      expect(await audit(database.storage, TEST_NOW)).toEqual([])
      await database.close()
    })

    const self = async (client: ConsoleClient) => (await client('GET', '/api/user/self')).data as User
    const manage = async (by: ConsoleClient, of: ConsoleClient | number, action: string) =>
      by('POST', '/api/user/manage', { body: { id: typeof of === 'number' ? of : (await self(of)).id, action } })
    const add = (body: object, by = admin) => by('POST', '/api/user/', { body })
    const change = (body: object, by = admin) => by('PUT', '/api/user/', { body })
    const search = async (query: string) => (await admin('GET', `/api/user/search?${query}`)).data as Page<User>
    const newName = () => crypto.randomUUID().slice(0, 10)

    test('create users, who get what every new user gets and can sign in', async () => {
      await app.options.set('QuotaForNewUser', '700')
      const username = newName()
      const made = await add({ username: ` ${username} `, password: 'correct horse', display_name: 'Zoë' })
      expect(made).toMatchObject({
        success: true,
        data: { username, display_name: 'Zoë', quota: 700, role: ROLE.user, group: 'default' },
      })
      expect(JSON.stringify(made)).not.toContain('argon2')
      const login = { username, password: 'correct horse' }
      expect(await visitor(app, endpoints)('POST', '/api/user/login', { body: login })).toMatchObject({ success: true })
    })

    test('see what is wrong with a new account', async () => {
      const { username } = await self(user)
      const password = 'correct horse'
      const refusals = [
        [{ username: '', password }, 'user_fields_empty', 'username'],
        [{ username: ' ', password }, 'user_fields_empty', 'username'],
        [{ username: newName(), password: '' }, 'user_fields_empty', 'password'],
        [{ username: newName(), password: '1234567' }, 'password_short', 'password'],
        [{ username: 'a'.repeat(13), password }, 'username_too_long', 'username'],
        [{ username: 'a@b.example', password }, 'username_invalid', 'username'],
        [{ username: 'a\u200bb', password }, 'username_invalid', 'username'],
        [{ username: username.toUpperCase(), password }, 'username_taken', 'username'],
      ] as const
      for (const [body, code, field] of refusals) expect(await add(body)).toMatchObject({ success: false, code, field })
    })

    test('create one account when a name is requested many times concurrently', async () => {
      const body = { username: newName(), password: 'correct horse' }
      const answers = await Promise.all(Array.from({ length: 6 }, () => add(body)))
      expect(answers.filter(({ success }) => success)).toHaveLength(1)
      expect(answers.filter(({ code }) => code === 'username_taken')).toHaveLength(5)
    })

    test('change a user whose name is longer than new names may be, as long as it stays', async () => {
      const { id } = await self(user)
      const username = 'a'.repeat(20)
      await app.db.updateTable('users').set({ username }).where('id', '=', id).execute()
      expect(await change({ id, username, display_name: 'Longer' })).toMatchObject({ success: true })
      const refused = { success: false, code: 'username_too_long', field: 'username' }
      expect(await change({ id, username: `${username}b` })).toMatchObject(refused)
    })

    test('cannot smuggle in a role, a status or a balance', async () => {
      const username = newName()
      await add({ username, password: 'correct horse', role: 100, status: 3, quota: 5, group: 'vip', aff_quota: 9 })
      const [made] = (await search(`keyword=${username}`)).items
      expect(made).toMatchObject({ role: ROLE.user, status: USER_STATUS.enabled, group: 'default', aff_quota: 0 })
      await change({ id: made?.id, role: 100, status: 3, aff_quota: 9, github_id: 'x', email: 'x@example.org' })
      expect((await search(`keyword=${username}`)).items[0]).toEqual(made as User)
    })

    test('find users by id, name, display name and e-mail address, and by group', async () => {
      const username = newName()
      const { data } = await add({ username, password: 'correct horse', display_name: `${username} 100%` })
      const { id } = data as User
      await app.db
        .updateTable('users')
        .set({ email: `${username}@Example.org` })
        .where('id', '=', id)
        .execute()
      await change({ id, group: 'vip' })
      for (const keyword of [String(id), username.slice(2, 8), `${username}@EXAMPLE`, `${username} 100%`])
        expect((await search(`keyword=${encodeURIComponent(keyword)}`)).items.map(user => user.id)).toContain(id)
      expect(await search(`keyword=${username}&group=vip`)).toMatchObject({ total: 1, items: [{ id }] })
      expect(await search(`keyword=${username}&group=default`)).toMatchObject({ total: 0 })
      expect(await search(`keyword=${'%25'.repeat(80)}`)).toMatchObject({ total: 0 })
      expect((await admin('GET', '/api/user/?p=1&page_size=2')).data).toMatchObject({ page: 1, page_size: 2 })
    })

    test('change a user below them, and only what they send', async () => {
      const { id, username } = await self(user)
      const renamed = newName()
      expect(await change({ id, username: renamed, display_name: 'New', group: 'vip', quota: 900 })).toMatchObject({
        success: true,
        data: { username: renamed, display_name: 'New', group: 'vip', quota: 900 },
      })
      expect(await change({ id: String(id), display_name: 'Newer' })).toMatchObject({
        data: { username: renamed, display_name: 'Newer', group: 'vip', quota: 900 },
      })
      expect(await change({ id, group: 'nowhere' })).toMatchObject({ code: 'user_group_unknown', field: 'group' })
      expect(await change({ id, username: (await self(admin)).username })).toMatchObject({ code: 'username_taken' })
      expect(await change({ id: 999_999, display_name: 'x' })).toMatchObject({ code: 'user_not_found' })
      expect(username).not.toBe(renamed)
    })

    test('who set a password end the sessions of the old one', async () => {
      const { id, username } = await self(user)
      expect(await change({ id, password: '' })).toMatchObject({ success: true })
      expect(await user('GET', '/api/user/self')).toMatchObject({ success: true })
      expect(await change({ id, password: 'new password' })).toMatchObject({ success: true })
      expect(await user('GET', '/api/user/self')).toMatchObject({ status: 401 })
      const login = { username, password: 'new password' }
      expect(await visitor(app, endpoints)('POST', '/api/user/login', { body: login })).toMatchObject({ success: true })
    })

    test('act only on lower roles: no action reaches an equal, a higher role or themselves', async () => {
      const otherAdmin = await signedIn(app, endpoints, 'admin')
      const otherRoot = await signedIn(app, endpoints, 'root')
      for (const [by, of] of [
        [admin, otherAdmin],
        [admin, admin],
        [admin, root],
        [root, root],
        [root, otherRoot],
      ] as const) {
        const before = await self(of)
        for (const action of ['promote', 'demote', 'enable', 'disable', 'delete'])
          expect(await manage(by, of, action)).toMatchObject({ success: false, code: 'user_role_not_below' })
        expect(await change({ id: before.id, display_name: 'taken over' }, by)).toMatchObject({ success: false })
        expect(await by('GET', `/api/user/${before.id}/sessions`)).toMatchObject({ code: 'user_role_not_below' })
        expect(await self(of)).toEqual(before)
      }
    })

    test('promote and demote: only the super admin makes administrators', async () => {
      expect(await manage(admin, user, 'promote')).toMatchObject({ code: 'user_promote_needs_root' })
      expect(await manage(admin, user, 'demote')).toMatchObject({ code: 'user_is_no_admin' })
      expect(await manage(root, user, 'promote')).toMatchObject({ data: { role: ROLE.admin, status: 1 } })
      expect(await manage(root, user, 'promote')).toMatchObject({ code: 'user_is_admin' })
      expect(await user('GET', '/api/user/')).toMatchObject({ status: 200 })
      const { id } = await self(user)
      expect(await manage(root, id, 'demote')).toMatchObject({ data: { role: ROLE.user } })
      expect(await user('GET', '/api/user/')).toMatchObject({ status: 401 })
    })

    test('disable and enable; a disabled user is signed out for good, one in a special state stays there', async () => {
      const { id } = await self(user)
      expect(await manage(admin, id, 'disable')).toMatchObject({ data: { status: USER_STATUS.banned } })
      expect(await user('GET', '/api/user/self')).toMatchObject({ status: 401 })
      expect(await manage(admin, id, 'enable')).toMatchObject({ data: { status: USER_STATUS.enabled } })
      expect(await user('GET', '/api/user/self')).toMatchObject({ status: 401 })
      await app.db.updateTable('users').set({ status: USER_STATUS.special }).where('id', '=', id).execute()
      expect(await manage(admin, id, 'enable')).toMatchObject({ code: 'user_is_special' })
    })

    test('cancel users, whose rows stay and cannot be changed any more', async () => {
      const { id, username } = await self(user)
      expect(await manage(admin, id, 'delete')).toMatchObject({ success: true })
      expect(await user('GET', '/api/user/self')).toMatchObject({ status: 401 })
      expect(await search(`keyword=${username}`)).toMatchObject({ items: [{ id, DeletedAt: TEST_NOW }] })
      for (const action of ['promote', 'demote', 'enable', 'disable', 'delete'])
        expect(await manage(root, id, action)).toMatchObject({ code: 'user_not_found' })
      expect(await change({ id, display_name: 'back' }, root)).toMatchObject({ code: 'user_not_found' })
      expect(await add({ username, password: 'correct horse' })).toMatchObject({ code: 'username_taken' })
    })

    test('see balance changes other than calls, and a user’s sessions', async () => {
      const { id } = await self(user)
      await admin('POST', `/api/user/${id}/quota`, { body: { mode: 'add', value: 500 } })
      await admin('POST', `/api/user/${id}/quota`, { body: { mode: 'subtract', value: 200 } })
      const entries = (await admin('GET', `/api/user/${id}/entries`)).data as Page<AccountEntry>
      expect(entries.items.map(({ kind, quota }) => [kind, quota])).toEqual([
        ['manage', -200],
        ['manage', 500],
      ])
      const [session] = (await admin('GET', `/api/user/${id}/sessions`)).data as Session[]
      expect(session).toMatchObject({ ip: '127.0.0.1', user_agent: 'test', id: expect.stringMatching(/^[\da-f]{16}$/) })
    })
  })
}
