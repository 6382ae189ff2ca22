import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type OwnSession, ROLE, USER_ID_HEADER, USER_STATUS, type User } from '@tollgate/contract'
import fc from 'fast-check'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn, visitor } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { localBuses } from '../../../test/support/local-bus.ts'
import { makeChangeEvents } from '../../platform/cluster/change-events.ts'
import { shareChangeEvents } from '../../platform/cluster/share-change-events.ts'
import { SESSION_COOKIE, startSession } from '../../platform/sessions/store.ts'
import { makeTokenIndex } from '../../relay/request/token-index.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'
import { markSetUp } from '../setup/store.ts'
import { hashPassword } from '../users/password.ts'
import { insertUser } from '../users/store.ts'

const PASSWORD = 'correct horse'
const NEW_PASSWORD = 'battery staple'

for (const { kind, open } of databases()) {
  describe(`the own account on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let now = TEST_NOW
    let hash = ''
    beforeAll(async () => {
      database = await open()
      app = await testApp(database, { now: () => now })
      await markSetUp(app.db, app.version, TEST_NOW)
      hash = await hashPassword(PASSWORD)
    })
    beforeEach(() => {
      now = TEST_NOW
    })
    afterAll(() => database.close())

    interface Person {
      id: number
      username: string
      /** A client with its own session. */
      signIn(userAgent?: string, node?: AppContext): Promise<ConsoleClient>
    }
    async function person({ password = hash, role = ROLE.user }: { password?: string; role?: number } = {}) {
      const username = `u${crypto.randomUUID().slice(0, 9)}`
      const id = await insertUser(app.db, { username, password, role, aff_code: username, created_at: now })
      const signIn = async (userAgent = 'test', node = app) => {
        const session = await startSession(app.db, { userId: id, now, ip: '203.0.113.7', userAgent })
        return visitor(node, endpoints, { cookie: `${SESSION_COOKIE}=${session}`, [USER_ID_HEADER]: String(id) })
      }
      return { id, username, signIn } satisfies Person
    }
    const self = async (client: ConsoleClient) => (await client('GET', '/api/user/self')).data as User
    const isIn = async (client: ConsoleClient) => (await client('GET', '/api/user/self')).status === 200
    const change = (client: ConsoleClient, body: object) => client('PUT', '/api/user/self', { body })
    const login = (username: string, password: string) =>
      visitor(app, endpoints)('POST', '/api/user/login', { body: { username, password } })
    const rowOf = (id: number) => app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

    test('names are changed, checked as at registration, and every cache is reloaded', async () => {
      const ann = await person()
      const client = await ann.signIn()
      const other = await person()
      const heard: number[] = []
      app.changeEvents.on('users', id => void heard.push(id))
      const renamed = `r${ann.username.slice(1)}`
      expect(await change(client, { username: ` ${renamed} `, display_name: ' Ann ' })).toMatchObject({
        success: true,
        data: { username: renamed, display_name: 'Ann' },
      })
      expect(await self(client)).toMatchObject({ username: renamed, display_name: 'Ann' })
      expect(heard).toEqual([ann.id])
      expect(await change(client, { display_name: '' })).toMatchObject({ data: { display_name: '' } })
      for (const [username, code] of [
        ['', 'user_fields_empty'],
        ['a'.repeat(13), 'username_too_long'],
        ['a@b', 'username_invalid'],
        [other.username.toUpperCase(), 'username_taken'],
      ] as const)
        expect(await change(client, { username })).toMatchObject({ success: false, code, field: 'username' })
      expect(await self(client)).toMatchObject({ username: renamed })
      const long = 'b'.repeat(13)
      await app.db.updateTable('users').set({ username: long }).where('id', '=', ann.id).execute()
      expect(await change(client, { username: long, display_name: 'Ann' })).toMatchObject({ success: true })
      expect((await rowOf(ann.id)).password).toBe(hash)
    })

    test('a name requested by many users concurrently goes to one of them', async () => {
      const clients = await Promise.all(Array.from({ length: 6 }, async () => (await person()).signIn()))
      const username = `u${crypto.randomUUID().slice(0, 9)}`
      const answers = await Promise.all(clients.map(client => change(client, { username })))
      expect(answers.filter(({ success }) => success)).toHaveLength(1)
      expect(answers.filter(({ code }) => code === 'username_taken')).toHaveLength(5)
    })

    test('only names and password can be changed, whatever else a body contains', async () => {
      const ann = await person()
      const client = await ann.signIn()
      const before = await rowOf(ann.id)
      const foreign = Object.keys(before).filter(column => !['username', 'display_name', 'password'].includes(column))
      const alsoTried = ['DeletedAt', 'accessToken', '__proto__', 'constructor', 'userId', 'is_admin']
      await fc.assert(
        fc.asyncProperty(
          fc.dictionary(
            fc.constantFrom(...foreign, ...alsoTried),
            fc.oneof(fc.integer(), fc.string(), fc.constant(ROLE.root), fc.constant(null), fc.boolean()),
            { minKeys: 1 },
          ),
          async fields => {
            expect(await change(client, fields)).toMatchObject({ success: true })
            expect(await rowOf(ann.id)).toEqual(before)
          },
        ),
        { seed: 11, numRuns: 40 },
      )
      const everything = Object.fromEntries(foreign.map(column => [column, ROLE.root]))
      expect(await change(client, { ...everything, id: 1, display_name: 'Ann' })).toMatchObject({ success: true })
      expect(await rowOf(ann.id)).toEqual({ ...before, display_name: 'Ann' })
      expect(await client('PUT', '/api/user/setting', { body: everything })).toMatchObject({ success: true })
      expect(await rowOf(ann.id)).toMatchObject({
        role: ROLE.user,
        status: USER_STATUS.enabled,
        quota: 0,
        aff_quota: 0,
      })
    })

    test('a new password ends the other sessions and keeps this one; the old one no longer works', async () => {
      const ann = await person()
      const [here, there, elsewhere] = [await ann.signIn(), await ann.signIn(), await ann.signIn()]
      const stranger = await signedIn(app, endpoints, 'user')
      const body = { original_password: PASSWORD, password: NEW_PASSWORD }
      const answer = await change(here, body)
      expect(answer).toMatchObject({ success: true, data: { username: ann.username } })
      expect(JSON.stringify(answer)).not.toContain('argon2')
      expect(await Promise.all([here, there, elsewhere, stranger].map(isIn))).toEqual([true, false, false, true])
      expect(await login(ann.username, PASSWORD)).toMatchObject({ code: 'login_failed' })
      expect(await login(ann.username, NEW_PASSWORD)).toMatchObject({ success: true })
    })

    test('a password change needs the old password and a new one of sufficient length', async () => {
      const ann = await person()
      const client = await ann.signIn()
      const elsewhere = await ann.signIn()
      for (const [body, code, field] of [
        [{ password: NEW_PASSWORD }, 'original_password_required', 'original_password'],
        [{ original_password: '', password: NEW_PASSWORD }, 'original_password_required', 'original_password'],
        [{ original_password: PASSWORD }, 'new_password_required', 'password'],
        [{ original_password: PASSWORD, password: '1234567' }, 'password_short', 'password'],
        [{ original_password: PASSWORD, password: PASSWORD }, 'password_unchanged', 'password'],
        [{ original_password: `${PASSWORD} `, password: NEW_PASSWORD }, 'original_password_wrong', 'original_password'],
        [{ original_password: hash, password: NEW_PASSWORD }, 'original_password_wrong', 'original_password'],
        [
          { original_password: 'x', password: NEW_PASSWORD, username: 'taken' },
          'original_password_wrong',
          'original_password',
        ],
        [{ original_password: PASSWORD, password: 'x'.repeat(257) }, 'input_invalid', 'password'],
        [{ original_password: { $ne: '' }, password: NEW_PASSWORD }, 'input_invalid', 'original_password'],
      ] as const)
        expect(await change(client, body)).toMatchObject({ success: false, code, field })
      const empty = { original_password: PASSWORD, password: '' }
      const said = (['en', 'zh', 'ru'] as const).map(language =>
        client('PUT', '/api/user/self', { body: empty, language }),
      )
      expect((await Promise.all(said)).map(({ message }) => message)).toEqual([
        'Please enter a new password',
        '请输入新密码',
        'Введите новый пароль',
      ])
      expect(await rowOf(ann.id)).toMatchObject({ password: hash, username: ann.username })
      expect(await isIn(elsewhere)).toBe(true)
    })

    test('guesses at the old password are limited, and lock out nobody elsewhere', async () => {
      const ann = await person()
      const client = await ann.signIn()
      const guess = (ip: string, original_password = 'a guess') =>
        client('PUT', '/api/user/self', { body: { original_password, password: NEW_PASSWORD }, ip })
      const guesses = await Promise.all(Array.from({ length: 12 }, () => guess('198.51.100.1')))
      expect(guesses.filter(({ code }) => code === 'original_password_wrong')).toHaveLength(10)
      expect(guesses.filter(({ status }) => status === 429)).toHaveLength(2)
      expect(await guess('198.51.100.1', PASSWORD)).toMatchObject({ status: 429, code: 'too_many_requests' })
      expect(await guess('203.0.113.9', PASSWORD)).toMatchObject({ success: true })
    })

    test('the correct password does not count as a guess', async () => {
      const client = await (await person()).signIn()
      const unchanged = { original_password: PASSWORD, password: PASSWORD }
      const answers = await Promise.all(Array.from({ length: 10 }, () => change(client, unchanged)))
      expect([...answers, await change(client, unchanged)].map(({ code }) => code)).toEqual(
        Array(11).fill('password_unchanged'),
      )
    })

    test('one of two changes with the same old password succeeds', async () => {
      const ann = await person()
      const client = await ann.signIn()
      const answers = await Promise.all(
        ['first of them', 'second of them'].map(password => change(client, { original_password: PASSWORD, password })),
      )
      expect(answers.filter(({ success }) => success)).toHaveLength(1)
      expect(answers.filter(({ code }) => code === 'original_password_wrong')).toHaveLength(1)
    })

    test('an account without a password gets its first one soon after a sign-in, not later and not by a token', async () => {
      const ann = await person({ password: '' })
      const [early, late] = [await ann.signIn(), await ann.signIn()]
      const token = String((await early('GET', '/api/user/token')).data)
      const byToken = visitor(app, endpoints, { authorization: token, [USER_ID_HEADER]: String(ann.id) })
      const first = { password: PASSWORD }
      expect(await change(byToken, first)).toMatchObject({ code: 'first_password_needs_sign_in', field: 'password' })
      now = TEST_NOW + 601
      expect(await change(late, first)).toMatchObject({ code: 'first_password_needs_sign_in' })
      now = TEST_NOW + 599
      expect(await change(early, { password: 'short' })).toMatchObject({ code: 'password_short' })
      expect(await change(early, first)).toMatchObject({ success: true })
      expect(await isIn(late)).toBe(false)
      expect(await change(early, { password: NEW_PASSWORD })).toMatchObject({ code: 'original_password_required' })
      expect(await login(ann.username, PASSWORD)).toMatchObject({ success: true })
    })

    test('a system access token is shown once, stored as a fingerprint, and replaces the previous one', async () => {
      const ann = await person()
      const client = await ann.signIn()
      const make = async () => String((await client('GET', '/api/user/token')).data)
      const byToken = (token: string) =>
        isIn(visitor(app, endpoints, { authorization: token, [USER_ID_HEADER]: String(ann.id) }))
      const [first, second] = [await make(), await make()]
      expect([first, second].every(token => /^[0-9A-Za-z]{40}$/.test(token))).toBe(true)
      expect(await Promise.all([first, second].map(byToken))).toEqual([false, true])
      expect(await byToken(app.secrets.fingerprint(second))).toBe(false)
      const row = await rowOf(ann.id)
      expect(row.access_token).toBe(app.secrets.fingerprint(second))
      expect(JSON.stringify(row)).not.toContain(second)
      expect(JSON.stringify(await self(client))).not.toContain(row.access_token ?? second)
    })

    test('own sessions are listed with device, address and last use, and the current one is marked', async () => {
      const ann = await person()
      const phone = await ann.signIn('Phone')
      now = TEST_NOW + 60
      const laptop = await ann.signIn('Laptop')
      const list = async (client: ConsoleClient) =>
        (await client('GET', '/api/user/self/sessions')).data as OwnSession[]
      const sessions = await list(laptop)
      expect(
        sessions.map(({ user_agent, is_current, last_used_at, ip }) => [user_agent, is_current, last_used_at, ip]),
      ).toEqual([
        ['Laptop', true, TEST_NOW + 60, '203.0.113.7'],
        ['Phone', false, TEST_NOW, '203.0.113.7'],
      ])
      expect((await list(phone)).find(({ is_current }) => is_current)?.user_agent).toBe('Phone')
      for (const { id } of sessions) expect(id).toMatch(/^[\da-f]{16}$/)

      const revoke = (client: ConsoleClient, id: string) => client('DELETE', `/api/user/self/sessions/${id}`)
      const phoneId = sessions[1]?.id ?? ''
      const stranger = await signedIn(app, endpoints, 'root')
      for (const [client, id] of [
        [stranger, phoneId],
        [laptop, phoneId.slice(0, 15)],
        [laptop, '%25'],
      ] as const)
        expect(await revoke(client, id)).toMatchObject({ success: false, code: 'session_not_found' })
      expect(await isIn(phone)).toBe(true)
      expect(await revoke(laptop, phoneId)).toMatchObject({ success: true })
      expect([await isIn(phone), await isIn(laptop)]).toEqual([false, true])
      expect(await revoke(laptop, phoneId)).toMatchObject({ code: 'session_not_found' })
    })

    test('all other sessions end at once; a script with a token ends all of them', async () => {
      const ann = await person()
      const [here, there, elsewhere] = [await ann.signIn(), await ann.signIn(), await ann.signIn()]
      const stranger = await signedIn(app, endpoints, 'user')
      expect(await here('DELETE', '/api/user/self/sessions')).toMatchObject({ success: true, data: 2 })
      expect(await Promise.all([here, there, elsewhere, stranger].map(isIn))).toEqual([true, false, false, true])
      const token = String((await here('GET', '/api/user/token')).data)
      const byToken: ConsoleClient = (method, path) => here(method, path, { headers: { authorization: token } })
      const listed = (await byToken('GET', '/api/user/self/sessions')).data as OwnSession[]
      expect(listed.map(({ is_current }) => is_current)).toEqual([false])
      expect(await byToken('DELETE', '/api/user/self/sessions')).toMatchObject({ data: 1 })
      expect(await Promise.all([here, byToken, stranger].map(isIn))).toEqual([false, true, true])
    })

    test('typing the own name deletes an account: the row stays, marked, and all its sessions and tokens end', async () => {
      const ann = await person()
      const [here, there] = [await ann.signIn(), await ann.signIn()]
      const accessToken = String((await here('GET', '/api/user/token')).data)
      const byToken = visitor(app, endpoints, { authorization: accessToken, [USER_ID_HEADER]: String(ann.id) })
      const made = await here('POST', '/api/token/', { body: { name: 'relay', unlimited_quota: true } })
      const [{ key }] = made.data as [{ key: string }]
      const tokens = makeTokenIndex(app.db, app.secrets, app.changeEvents)
      expect(await tokens.find(key)).toMatchObject({ userId: ann.id })

      const remove = (sent: object, query = '') => here('DELETE', `/api/user/self${query}`, { body: sent })
      for (const typed of ['', ann.username.toUpperCase(), ` ${ann.username}`, `${ann.username}x`, String(ann.id)])
        expect(await remove({ username: typed })).toMatchObject({ code: 'username_not_repeated', field: 'username' })
      expect(await remove({})).toMatchObject({ code: 'username_not_repeated' })
      expect(await remove({ username: 'x' }, `?username=${ann.username}`)).toMatchObject({ success: false })
      expect(await isIn(here)).toBe(true)

      const { setCookie, ...answer } = await remove({ username: ann.username })
      expect(answer).toEqual({ status: 200, success: true, message: '', data: null })
      expect(setCookie).toStartWith(`${SESSION_COOKIE}=;`)
      expect(await Promise.all([here, there, byToken].map(isIn))).toEqual([false, false, false])
      expect(await tokens.find(key)).toBeUndefined()
      expect(await login(ann.username, PASSWORD)).toMatchObject({ code: 'login_failed' })
      expect(await rowOf(ann.id)).toMatchObject({ username: ann.username, deleted_at: TEST_NOW, access_token: null })
      const sessions = app.db.selectFrom('sessions').selectAll().where('user_id', '=', ann.id)
      expect(await sessions.execute()).toEqual([])
    })

    test('another node forgets the tokens of a deleted account', async () => {
      const buses = localBuses()
      const node = () => {
        const own = makeChangeEvents(app.log)
        const changeEvents = shareChangeEvents(own, { bus: buses.join(), versions: null }, app.log)
        return { changeEvents, tokens: makeTokenIndex(app.db, app.secrets, own) }
      }
      const [here, there] = [node(), node()]
      const ann = await person()
      const client = await ann.signIn('test', { ...app, changeEvents: here.changeEvents })
      const made = await client('POST', '/api/token/', { body: { name: 'relay', unlimited_quota: true } })
      const [{ key }] = made.data as [{ key: string }]
      expect(await there.tokens.find(key)).toMatchObject({ userId: ann.id })
      await client('DELETE', '/api/user/self', { body: { username: ann.username } })
      expect(await there.tokens.find(key)).toBeUndefined()
    })

    test('the typed name may be in the query; an administrator may leave, the super admin may not', async () => {
      const admin = await person({ role: ROLE.admin })
      const root = await person({ role: ROLE.root })
      const remove = async ({ signIn, username }: Person) =>
        (await signIn())('DELETE', `/api/user/self?username=${username}`)
      expect(await remove(admin)).toMatchObject({ success: true })
      expect(await remove(root)).toMatchObject({ success: false, code: 'user_root_stays' })
      expect(await rowOf(root.id)).toMatchObject({ deleted_at: null })
    })

    test('paths beside a user’s id do what they say, and an administrator’s look-up is separate', async () => {
      const ann = await person()
      const client = await ann.signIn()
      const admin = await signedIn(app, endpoints, 'admin')
      for (const path of ['self', 'self/', 'token', 'aff', 'models', 'self/groups', 'self/sessions'])
        expect(await client('GET', `/api/user/${path}`)).toMatchObject({ status: 200, success: true })
      for (const path of [String(ann.id), 'search', ''])
        expect(await client('GET', `/api/user/${path}`)).toMatchObject({ status: 403 })
      expect(await admin('GET', `/api/user/${ann.id}`)).toMatchObject({ data: { username: ann.username } })
      expect(await admin('GET', '/api/user/search')).toMatchObject({ data: { page: 1 } })
      for (const id of ['me', '0', '-1', '1.5', '1e9x'])
        expect(await admin('GET', `/api/user/${id}`)).toMatchObject({ code: 'input_invalid', field: 'id' })
      expect(await client('GET', '/api/user/logout')).toMatchObject({ success: true })
      expect(await isIn(client)).toBe(false)
    })

    test('a demo site refuses changes to an account, including the GET that makes a token', async () => {
      const ann = await person()
      const client = await ann.signIn()
      await app.options.set('DemoSiteEnabled', 'true')
      for (const [method, path] of [
        ['PUT', '/api/user/self'],
        ['DELETE', `/api/user/self?username=${ann.username}`],
        ['GET', '/api/user/token'],
        ['DELETE', '/api/user/self/sessions'],
      ] as const)
        expect(await client(method, path)).toMatchObject({ status: 405, code: 'demo_site' })
      await app.options.set('DemoSiteEnabled', 'false')
      expect(await rowOf(ann.id)).toMatchObject({ access_token: null, deleted_at: null })
    })
  })
}
