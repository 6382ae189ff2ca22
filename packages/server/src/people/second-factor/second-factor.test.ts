import { afterAll, beforeAll, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { LOG_TYPE, ROLE, USER_ID_HEADER, USER_STATUS } from '@tollgate/contract'
import fc from 'fast-check'
import { TOTP } from 'otpauth'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { type Answered, signedIn, visitor } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { makeRateLimiter } from '../../platform/http/rate-limit.ts'
import { SESSION_COOKIE, startSession } from '../../platform/sessions/store.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'
import { markSetUp } from '../setup/store.ts'
import { findUser, insertUser, updateUser } from '../users/store.ts'

const PASSWORD = 'correct horse'
// Hashing is deliberately slow, and not tested here.
const hashOf = (password: string) => `$argon2id$ of ${password}`
const verify = spyOn(Bun.password, 'verify').mockImplementation(async (given, hash) => hash === hashOf(String(given)))
afterAll(() => verify.mockRestore())
const HOME = '192.0.2.1'

for (const { kind, open } of databases()) {
  describe(`the second factor on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let now = TEST_NOW
    const password = hashOf(PASSWORD)
    beforeAll(async () => {
      database = await open()
      app = await testApp(database, { now: () => now })
      await markSetUp(app.db, app.version, now)
    })
    beforeEach(() => {
      now += 3600
      app = { ...app, rateLimiter: makeRateLimiter(() => now) }
    })
    afterAll(() => database.close())

    const anybody = (...call: Parameters<ReturnType<typeof visitor>>) => visitor(app, endpoints)(...call)

    /** A user who has just signed in. */
    async function person(role: number = ROLE.user) {
      const name = crypto.randomUUID().slice(0, 8)
      const id = await insertUser(app.db, { username: name, password, role, aff_code: name, created_at: now })
      const session = await startSession(app.db, { userId: id, now, ip: HOME, userAgent: 'test' })
      const headers = { cookie: `${SESSION_COOKIE}=${session}`, [USER_ID_HEADER]: String(id) }
      const client: typeof anybody = (method, path, sent) => visitor(app, endpoints, headers)(method, path, sent)
      return { id, name, client }
    }
    const codeAt = (secret: string, at: number) => new TOTP({ secret }).generate({ timestamp: at * 1000 })

    /** A user with one-time codes; switching them on used the code of the current step. */
    async function careful(role?: number) {
      const somebody = await person(role)
      const { data } = await somebody.client('POST', '/api/user/second_factor')
      const { secret } = data as { secret: string }
      const on = await somebody.client('POST', '/api/user/second_factor/enable', {
        body: { code: codeAt(secret, now) },
      })
      now += 60
      return { ...somebody, secret, codes: on.data as string[] }
    }
    const login = (username: string, ip = HOME) =>
      anybody('POST', '/api/user/login', { body: { username, password: PASSWORD }, ip })
    const cookieOf = ({ setCookie = '' }: Answered) => setCookie.split(';')[0] ?? ''
    const finish = (cookie: string, code: string, ip = HOME) =>
      anybody('POST', '/api/user/login/second_factor', { body: { code }, headers: { cookie }, ip })

    test('a password alone gives a ticket that scripts cannot read, and no session', async () => {
      const { name } = await careful()
      const answer = await login(name)
      expect(answer).toMatchObject({ status: 200, success: false, code: 'second_factor_needed' })
      expect(answer.data).toBeUndefined()
      expect(answer.setCookie).toMatch(
        /^tollgate_sign_in=[\w-]{43}; Path=\/api\/user\/login; Max-Age=300; HttpOnly; SameSite=Strict$/,
      )
      expect(answer.setCookie).not.toContain(SESSION_COOKIE)
    })

    test('password and code sign in; ticket and code work once', async () => {
      const { id, name, secret } = await careful()
      const cookie = cookieOf(await login(name))
      const code = codeAt(secret, now)
      expect(await finish(cookie, `${code.slice(0, 3)} ${code.slice(3)}`)).toMatchObject({
        success: true,
        data: { id, username: name, last_login_at: now },
      })
      expect(await finish(cookie, codeAt(secret, now + 30))).toMatchObject({ code: 'second_factor_late' })
      const again = cookieOf(await login(name))
      expect(await finish(again, code)).toMatchObject({ success: false, code: 'second_factor_wrong' })
    })

    test('codes one step early or late are accepted, others and earlier ones are not', async () => {
      const { name, secret } = await careful()
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: -5, max: 5 }), async steps => {
          now += 600
          app = { ...app, rateLimiter: makeRateLimiter(() => now) }
          const cookie = cookieOf(await login(name))
          const answer = await finish(cookie, codeAt(secret, now + steps * 30))
          expect(answer.success).toBe(Math.abs(steps) <= 1)
        }),
        { seed: 11, numRuns: 30 },
      )
      now += 600
      const first = cookieOf(await login(name))
      expect(await finish(first, codeAt(secret, now + 30))).toMatchObject({ success: true })
      const second = cookieOf(await login(name))
      expect(await finish(second, codeAt(secret, now))).toMatchObject({ code: 'second_factor_wrong' })
    })

    test('only one of many concurrent sign-ins with the same code and ticket succeeds', async () => {
      const { name, secret } = await careful()
      const [one, other] = [cookieOf(await login(name)), cookieOf(await login(name))]
      const code = codeAt(secret, now)
      const answers = await Promise.all([one, other, one, other].map(cookie => finish(cookie, code)))
      expect(answers.filter(({ success }) => success)).toHaveLength(1)
    })

    test('a ticket lets in once, even with two correct codes at once', async () => {
      const { name, secret, codes } = await careful()
      const cookie = cookieOf(await login(name))
      const answers = await Promise.all([codeAt(secret, now), ...codes.slice(0, 3)].map(code => finish(cookie, code)))
      expect(answers.filter(({ success }) => success)).toHaveLength(1)
    })

    test('a recovery code works once, however it is written; new ones void the old', async () => {
      const { client, name, codes } = await careful()
      expect(new Set(codes).size).toBe(10)
      const [first = '', second = ''] = codes
      const use = async (code: string) => finish(cookieOf(await login(name)), code)
      expect(await use(first.toLowerCase().replaceAll('-', ' '))).toMatchObject({ success: true })
      expect(await use(first)).toMatchObject({ code: 'second_factor_wrong' })
      expect(await client('GET', '/api/user/second_factor')).toMatchObject({
        data: { enabled: true, recovery_codes_left: 9 },
      })
      const renewed = (await client('POST', '/api/user/second_factor/recovery_codes')).data as string[]
      expect(await use(second)).toMatchObject({ code: 'second_factor_wrong' })
      expect(await use(renewed[0] ?? '')).toMatchObject({ success: true })
    })

    test('a recovery code works for nobody else', async () => {
      const [ann, ben] = [await careful(), await careful()]
      expect(await finish(cookieOf(await login(ann.name)), ben.codes[0] ?? '')).toMatchObject({
        code: 'second_factor_wrong',
      })
    })

    test('a ticket allows five attempts, lasts five minutes, and ends with the sessions', async () => {
      const { id, name, secret } = await careful()
      const guessed = cookieOf(await login(name))
      const answers = []
      for (let guess = 0; guess < 6; guess++) answers.push((await finish(guessed, 'not a code')).code)
      expect(answers).toEqual([...Array(5).fill('second_factor_wrong'), 'second_factor_late'])
      app = { ...app, rateLimiter: makeRateLimiter(() => now) }
      const late = cookieOf(await login(name))
      now += 301
      expect(await finish(late, codeAt(secret, now))).toMatchObject({ code: 'second_factor_late' })
      const ended = cookieOf(await login(name))
      const root = await signedIn(app, endpoints, 'root')
      const { success } = await root('PUT', '/api/user/', { body: { id, password: 'another one entirely' } })
      expect(success).toBe(true)
      expect(await finish(ended, codeAt(secret, now))).toMatchObject({ code: 'second_factor_late' })
    })

    test('a stolen or made-up ticket is useless without a code, and so is a code without a ticket', async () => {
      const [ann, ben] = [await careful(), await careful()]
      const stolen = cookieOf(await login(ann.name))
      expect(await finish(stolen, codeAt(ben.secret, now))).toMatchObject({ code: 'second_factor_wrong' })
      expect(await finish('', codeAt(ann.secret, now))).toMatchObject({ code: 'second_factor_late' })
      expect(await finish('tollgate_sign_in=made-up', codeAt(ann.secret, now))).toMatchObject({
        code: 'second_factor_late',
      })
      expect(await anybody('GET', '/api/user/self', { headers: { cookie: stolen } })).toMatchObject({ status: 401 })
    })

    test('a user who was banned meanwhile does not get in', async () => {
      const { id, name, secret } = await careful()
      const cookie = cookieOf(await login(name))
      await updateUser(app.db, id, { status: USER_STATUS.banned })
      expect(await finish(cookie, codeAt(secret, now))).toMatchObject({ success: false })
    })

    test('guesses from many addresses are stopped; the owner still gets in from home, or by a recovery code', async () => {
      const { name, secret, codes } = await careful()
      const wrong = (codeAt(secret, now + 900) + 1).slice(0, 6)
      const isWrong = [-1, 0, 1].every(step => codeAt(secret, now + step * 30) !== wrong)
      expect(isWrong).toBe(true)
      for (let client = 0; client < 30; client++) {
        const ip = `198.51.100.${client}`
        await finish(cookieOf(await login(name, ip)), wrong, ip)
      }
      const strange = '203.0.113.9'
      const refused = await finish(cookieOf(await login(name, strange)), codeAt(secret, now), strange)
      expect(refused).toMatchObject({ success: false, code: 'second_factor_guessed' })
      expect(await finish(cookieOf(await login(name, strange)), codes[0] ?? '', strange)).toMatchObject({
        success: true,
      })
      // The recovery code was not a guess, so it takes none back.
      const other = '203.0.113.8'
      expect(await finish(cookieOf(await login(name, other)), codeAt(secret, now), other)).toMatchObject({
        code: 'second_factor_guessed',
      })
      expect(await finish(cookieOf(await login(name)), codeAt(secret, now))).toMatchObject({ success: true })
    })

    test('a correct code gets in from anywhere while nobody guesses', async () => {
      const { name, secret } = await careful()
      const strange = '203.0.113.10'
      const answer = await finish(cookieOf(await login(name, strange)), codeAt(secret, now), strange)
      expect(answer).toMatchObject({ success: true })
    })

    test('ten wrong recovery codes lock out their client, and nobody else', async () => {
      const { name, secret } = await careful()
      const [guesser, other] = ['203.0.113.11', '203.0.113.12']
      for (let guess = 0; guess < 10; guess++) await finish(cookieOf(await login(name, guesser)), 'not a code', guesser)
      const code = codeAt(secret, now)
      expect(await finish(cookieOf(await login(name, guesser)), code, guesser)).toMatchObject({
        status: 429,
        code: 'too_many_requests',
      })
      expect(await finish(cookieOf(await login(name, other)), code, other)).toMatchObject({ success: true })
    })

    test('a set-up needs a first code; a secret is encrypted, codes are fingerprints, and nothing is shown again', async () => {
      const { id, client } = await person()
      expect(await client('POST', '/api/user/second_factor/enable', { body: { code: '123456' } })).toMatchObject({
        code: 'second_factor_not_begun',
      })
      const { secret, uri } = (await client('POST', '/api/user/second_factor')).data as { secret: string; uri: string }
      expect(uri).toStartWith('otpauth://totp/Tollgate:')
      expect(uri).toContain(`secret=${secret}`)
      const wrong = await client('POST', '/api/user/second_factor/enable', { body: { code: 'wrong' } })
      expect(wrong).toMatchObject({ success: false, code: 'second_factor_wrong', field: 'code' })
      expect(await findUser(app.db, id)).toMatchObject({ second_factor_at: 0 })
      const { data: codes } = await client('POST', '/api/user/second_factor/enable', {
        body: { code: codeAt(secret, now) },
      })
      expect(await findUser(app.db, id)).toMatchObject({ second_factor_at: now })
      const stored = JSON.stringify([
        await app.db.selectFrom('second_factors').selectAll().execute(),
        await app.db.selectFrom('recovery_codes').selectAll().execute(),
      ])
      for (const shown of [secret, ...(codes as string[])]) expect(stored).not.toContain(shown)
      expect(await client('POST', '/api/user/second_factor')).toMatchObject({ code: 'second_factor_on' })
    })

    test('after it is switched off, a password is enough; a password reset does not switch it off', async () => {
      const { id, name, client } = await careful()
      await updateUser(app.db, id, { password: hashOf('a new password') })
      const answer = await anybody('POST', '/api/user/login', { body: { username: name, password: 'a new password' } })
      expect(answer).toMatchObject({ code: 'second_factor_needed' })
      await updateUser(app.db, id, { password })
      expect(await client('DELETE', '/api/user/second_factor')).toMatchObject({ success: true })
      expect(await login(name)).toMatchObject({ success: true })
    })

    test('administrators remove a lost one of users below them, and the log says so', async () => {
      const [lost, admin, superior] = [await careful(), await careful(ROLE.admin), await careful(ROLE.admin)]
      const remove = (id: number) => admin.client('DELETE', `/api/user/${id}/second_factor`)
      expect(await remove(superior.id)).toMatchObject({ code: 'user_role_not_below' })
      expect(await remove(admin.id)).toMatchObject({ code: 'user_role_not_below' })
      expect(await remove(lost.id)).toMatchObject({ success: true })
      expect(await login(lost.name)).toMatchObject({ success: true })
      const entry = await app.db
        .selectFrom('logs')
        .selectAll()
        .where('type', '=', LOG_TYPE.manage)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      expect(entry).toMatchObject({
        user_id: admin.id,
        content: `${admin.name} removed the second factor and the passkeys of user ${lost.id} (${lost.name})`,
      })
    })

    test('if the operator requires it of administrators, those without one can only set one up', async () => {
      await app.options.set('SecondFactorForAdminsEnabled', 'true')
      const [admin, user] = [await person(ROLE.admin), await person()]
      const enrols = new Set(['GET /api/user/self'])
      for (const { call } of endpoints) {
        if (call.access === 'public') continue
        const answer = await admin.client(call.method, call.path.replace(/\{\w+\}/, '999999'), {
          body: call.method === 'GET' ? undefined : {},
        })
        const isRefused = answer.code === 'second_factor_required' || answer.code === 'role_too_low'
        if (!isRefused) enrols.add(`${call.method} ${call.path}`)
      }
      expect([...enrols].sort()).toEqual([
        'GET /api/user/confirmation',
        'GET /api/user/second_factor',
        'GET /api/user/self',
        'POST /api/user/confirmation',
        'POST /api/user/confirmation/passkey',
        'POST /api/user/confirmation/passkey/options',
        'POST /api/user/second_factor',
        'POST /api/user/second_factor/enable',
      ])
      expect(await user.client('GET', '/api/token/')).toMatchObject({ success: true })
      const ready = await careful(ROLE.admin)
      expect(await ready.client('GET', '/api/channel/')).toMatchObject({ success: true })
      await app.options.set('SecondFactorForAdminsEnabled', 'false')
    })
  })
}
