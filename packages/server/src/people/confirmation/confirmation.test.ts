import { afterAll, beforeAll, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { ROLE, USER_ID_HEADER } from '@tollgate/contract'
import { TOTP } from 'otpauth'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { visitor } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { makeRateLimiter } from '../../platform/http/rate-limit.ts'
import { SESSION_COOKIE, startSession } from '../../platform/sessions/store.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'
import { markSetUp } from '../setup/store.ts'
import { insertUser } from '../users/store.ts'

const PASSWORD = 'correct horse'
// Hashing is deliberately slow, and not tested here.
const hashOf = (password: string) => `$argon2id$ of ${password}`
const verify = spyOn(Bun.password, 'verify').mockImplementation(async (given, hash) => hash === hashOf(String(given)))
afterAll(() => verify.mockRestore())

for (const { kind, open } of databases()) {
  describe(`a fresh confirmation on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let now = TEST_NOW
    const hash = hashOf(PASSWORD)
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

    async function person({ password = hash, accessToken = '' } = {}) {
      const name = crypto.randomUUID().slice(0, 8)
      const access_token = accessToken ? app.secrets.fingerprint(accessToken) : null
      const id = await insertUser(app.db, {
        username: name,
        password,
        role: ROLE.root,
        access_token,
        aff_code: name,
        created_at: now,
      })
      const clientWith = (headers: Record<string, string>): ReturnType<typeof visitor> =>
        visitor(app, endpoints, { ...headers, [USER_ID_HEADER]: String(id) })
      const newSession = async () => {
        const session = await startSession(app.db, { userId: id, now, ip: '192.0.2.1', userAgent: 'test' })
        return clientWith({ cookie: `${SESSION_COOKIE}=${session}` })
      }
      return { id, name, newSession, client: await newSession(), clientWith }
    }
    const confirmed = endpoints.map(({ call }) => call).filter(({ confirm }) => confirm)
    const send = (client: ReturnType<typeof visitor>, { method, path }: { method: string; path: string }) =>
      client(method, filled(method, path), { body: BODIES[path] ?? { code: 'x', rights: null } })
    const filled = (method: string, path: string) =>
      path
        .replace('{id}', '999999')
        .replace('{identity}', 'github_id')
        .replace('{provider}', 'north')
        .replace('{name}', method === 'PUT' ? 'one.db?at=0' : 'one.db')
    const CREDENTIAL = {
      id: 'x',
      rawId: 'x',
      type: 'public-key',
      response: { clientDataJSON: 'x', attestationObject: 'x' },
    }
    const BODIES: Readonly<Record<string, object>> = {
      '/api/user/passkey': { name: 'x', credential: CREDENTIAL },
      '/api/option/oidc_provider_secret': { slug: 'north', secret: 'x' },
      '/api/invitation/': { role: ROLE.user },
      '/api/message/': { title: 'x', text: 'x', audience: { to: 'all' }, by_mail: false, in_console: true },
      '/api/import/': { source: { file: 'one.db' }, into: 'empty', prices: 'source', logs: 0 },
    }

    test('is required by the calls that the contract marks', () => {
      expect(confirmed.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
        'DELETE /api/import/file/{name}',
        'DELETE /api/user/identities/{provider}',
        'DELETE /api/user/passkey/{id}',
        'DELETE /api/user/second_factor',
        'DELETE /api/user/self',
        'DELETE /api/user/{id}/identities/{provider}',
        'DELETE /api/user/{id}/identity/{identity}',
        'DELETE /api/user/{id}/second_factor',
        'GET /api/oauth/email/bind',
        'GET /api/oauth/wechat/bind',
        'GET /api/user/token',
        'POST /api/channel/{id}/key',
        'POST /api/import/',
        'POST /api/import/{id}/begin',
        'POST /api/import/{id}/resume',
        'POST /api/import/{id}/sync',
        'POST /api/invitation/',
        'POST /api/invitation/accept',
        'POST /api/message/',
        'POST /api/user/passkey',
        'POST /api/user/passkey/options',
        'POST /api/user/second_factor',
        'POST /api/user/second_factor/enable',
        'POST /api/user/second_factor/recovery_codes',
        'PUT /api/import/file/{name}',
        'PUT /api/option/oidc_provider_secret',
        'PUT /api/user/{id}/rights',
      ])
    })

    test('is given by a sign-in for ten minutes, and not needed by other calls', async () => {
      const { client } = await person()
      now += 600
      expect(await client('POST', '/api/channel/999999/key')).toMatchObject({ code: 'channel_not_found' })
      now += 1
      for (const call of confirmed.filter(({ method }) => method !== 'GET'))
        expect([call.path, (await send(client, call)).code]).toEqual([call.path, 'confirmation_needed'])
      expect(await client('GET', '/api/user/token')).toMatchObject({ code: 'confirmation_needed' })
      expect(await client('GET', '/api/channel/')).toMatchObject({ success: true })
    })

    test('does not last longer because a clock was set back', async () => {
      const { client } = await person()
      now -= 1800
      expect(await client('POST', '/api/channel/999999/key')).toMatchObject({ code: 'confirmation_needed' })
      now += 1800
    })

    test('is given by the password, to this session only', async () => {
      const { client, newSession } = await person()
      const other = await newSession()
      now += 601
      const confirm = (body: object) => client('POST', '/api/user/confirmation', { body })
      expect(await client('GET', '/api/user/confirmation')).toMatchObject({ data: ['password'] })
      expect(await confirm({ password: 'wrong' })).toMatchObject({ code: 'confirmation_wrong', field: 'password' })
      expect(await confirm({ code: '123456' })).toMatchObject({ code: 'second_factor_wrong' })
      expect(await confirm({})).toMatchObject({ code: 'input_invalid' })
      expect(await client('POST', '/api/channel/999999/key')).toMatchObject({ code: 'confirmation_needed' })
      expect(await confirm({ password: PASSWORD })).toMatchObject({ success: true })
      expect(await client('POST', '/api/channel/999999/key')).toMatchObject({ code: 'channel_not_found' })
      expect(await other('POST', '/api/channel/999999/key')).toMatchObject({ code: 'confirmation_needed' })
    })

    test('is given by a one-time code, once per code', async () => {
      const { client } = await person({ password: '' })
      expect(await client('GET', '/api/user/confirmation')).toMatchObject({ data: [] })
      const { secret } = (await client('POST', '/api/user/second_factor')).data as { secret: string }
      const code = () => new TOTP({ secret }).generate({ timestamp: now * 1000 })
      await client('POST', '/api/user/second_factor/enable', { body: { code: code() } })
      expect(await client('GET', '/api/user/confirmation')).toMatchObject({ data: ['code'] })
      now += 601
      const body = { code: code() }
      expect(await client('POST', '/api/user/confirmation', { body })).toMatchObject({ success: true })
      expect(await client('POST', '/api/user/confirmation', { body })).toMatchObject({ code: 'second_factor_wrong' })
      expect(await client('POST', '/api/channel/999999/key')).toMatchObject({ code: 'channel_not_found' })
    })

    test('an account without a password is not confirmed by an empty one', async () => {
      const { client } = await person({ password: '' })
      now += 601
      for (const password of ['', ' ', 'x'])
        expect(await client('POST', '/api/user/confirmation', { body: { password } })).toMatchObject({ success: false })
    })

    test('allows ten guesses per session and hour, which do not affect other sessions', async () => {
      const { client, newSession } = await person()
      const other = await newSession()
      const guess = (who = client, password = 'guess') => who('POST', '/api/user/confirmation', { body: { password } })
      const answers = await Promise.all(Array.from({ length: 12 }, () => guess()))
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
      expect(await guess(client, PASSWORD)).toMatchObject({ status: 429 })
      expect(await guess(other, PASSWORD)).toMatchObject({ success: true })
    })

    test('cannot be given to a system access token, and the refusal says so', async () => {
      const { client, clientWith } = await person({ accessToken: 'a token of somebody' })
      expect(await client('GET', '/api/user/self')).toMatchObject({ success: true })
      const script = clientWith({ authorization: 'a token of somebody' })
      expect(await script('GET', '/api/user/self')).toMatchObject({ success: true })
      for (const call of confirmed)
        expect([call.path, (await send(script, { ...call, method: call.method })).code]).toEqual([
          call.path,
          'confirmation_needs_session',
        ])
      const password = { body: { password: PASSWORD } }
      expect(await script('POST', '/api/user/confirmation', password)).toMatchObject({
        status: 403,
        message: 'This cannot be done with a system access token; do it in the console, signed in',
      })
      expect(await script('POST', '/api/token/', { body: { name: 'by script', unlimited_quota: true } })).toMatchObject(
        {
          success: true,
        },
      )
    })
  })
}
