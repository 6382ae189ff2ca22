import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { USER_ID_HEADER, USER_STATUS } from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { type Answered, visitor } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'
import { markSetUp } from '../setup/store.ts'
import { hashPassword } from '../users/password.ts'
import { insertUser } from '../users/store.ts'

const DAY = 24 * 3600

for (const { kind, open } of databases()) {
  describe(`login on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let now = TEST_NOW
    let userId: number
    beforeAll(async () => {
      database = await open()
      app = await testApp(database, { now: () => now })
      const password = await hashPassword('correct horse')
      const common = { password, created_at: now }
      userId = await insertUser(app.db, { ...common, username: 'ann', email: 'Ann@Example.org', aff_code: 'a' })
      await insertUser(app.db, { ...common, username: 'banned', status: USER_STATUS.banned, aff_code: 'b' })
      await insertUser(app.db, { ...common, username: 'gone', deleted_at: now, aff_code: 'c' })
      await insertUser(app.db, { ...common, username: 'outside', password: '', aff_code: 'd' })
    })
    afterAll(() => database.close())

    const anybody: ReturnType<typeof visitor> = (...call) => visitor(app, endpoints)(...call)
    const login = (username: string, password: string, ip?: string) =>
      anybody('POST', '/api/user/login', { body: { username, password }, ip })
    const cookieOf = ({ setCookie = '' }: Answered) => setCookie.split(';')[0] ?? ''
    const self = (cookie: string) =>
      anybody('GET', '/api/user/self', { headers: { cookie, [USER_ID_HEADER]: String(userId) } })

    test('waits for the set-up', async () => {
      expect(await login('ann', 'correct horse')).toMatchObject({ success: false, code: 'setup_missing' })
      await markSetUp(app.db, app.version, now)
    })

    test('accepts the name or the e-mail address, in any case, and returns the user without secrets', async () => {
      for (const name of ['ann', ' ann ', 'ann@example.ORG']) {
        const { success, data } = await login(name, 'correct horse')
        expect({ success, data }).toMatchObject({ success: true, data: { id: userId, username: 'ann', role: 1 } })
        expect(JSON.stringify(data)).not.toMatch(/argon2|password|access_token/)
      }
    })

    test('sets a cookie that scripts cannot read, Secure behind https', async () => {
      const { setCookie: plain } = await login('ann', 'correct horse')
      expect(plain).toMatch(/^tollgate_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/)
      const https = await anybody('POST', '/api/user/login', {
        body: { username: 'ann', password: 'correct horse' },
        headers: { 'x-forwarded-proto': 'https' },
      })
      expect(https.setCookie).toContain('Secure')
    })

    test('gives the same answer for a wrong password and for an unknown, banned, deleted or outside user', async () => {
      const guesses = [
        ['ann', 'wrong'],
        ['nobody', 'correct horse'],
        ['banned', 'correct horse'],
        ['gone', 'correct horse'],
        ['outside', 'correct horse'],
      ] as const
      const answers = await Promise.all(guesses.map(([name, password]) => login(name, password, '192.0.2.1')))
      for (const answer of answers) {
        expect(answer).toEqual({
          status: 200,
          success: false,
          message: 'Wrong username or password, or the user is banned',
          code: 'login_failed',
        })
      }
    })

    test('requires both fields', async () => {
      expect(await login(' ', 'x')).toMatchObject({ message: 'Please enter username and password' })
      expect(await login('ann', '')).toMatchObject({ message: 'Please enter username and password' })
      expect(await anybody('POST', '/api/user/login', { body: {} })).toMatchObject({
        code: 'input_invalid',
        field: 'username',
      })
    })

    test('is refused while password login is off', async () => {
      await app.options.set('PasswordLoginEnabled', 'false')
      expect(await login('ann', 'correct horse')).toMatchObject({ code: 'password_login_disabled' })
      await app.options.set('PasswordLoginEnabled', 'true')
    })

    const headerOf = () => ({ [USER_ID_HEADER]: String(userId) })
    test.each([
      ['GET', 'with the header', headerOf],
      ['POST', 'with nothing', () => ({})],
      ['POST', 'from our own page', () => ({ 'sec-fetch-site': 'same-origin' })],
      [
        'POST',
        'from our own page, in an old browser',
        () => ({ origin: 'http://tollgate.test', host: 'tollgate.test' }),
      ],
    ] as const)(
      'ends with the logout by %s %s: the session is gone and the cookie expires',
      async (method, _, headers) => {
        const cookie = cookieOf(await login('ann', 'correct horse'))
        expect(await self(cookie)).toMatchObject({ success: true, data: { username: 'ann', last_login_at: now } })
        const { setCookie } = await anybody(method, '/api/user/logout', { headers: { cookie, ...headers() } })
        expect(setCookie).toContain('Max-Age=0')
        expect(await self(cookie)).toMatchObject({ status: 401, code: 'session_missing' })
      },
    )

    test('lasts 30 days from the last use', async () => {
      const used = cookieOf(await login('ann', 'correct horse'))
      const unused = cookieOf(await login('ann', 'correct horse'))
      now += 29 * DAY
      expect(await self(used)).toMatchObject({ success: true })
      now += 2 * DAY
      expect(await self(used)).toMatchObject({ success: true })
      expect(await self(unused)).toMatchObject({ status: 401 })
    })
  })
}
