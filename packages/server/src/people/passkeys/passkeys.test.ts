import { afterAll, beforeAll, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { ROLE, USER_ID_HEADER, USER_STATUS } from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { cborText, makeAuthenticator } from '../../../test/support/authenticator.ts'
import { type Answered, visitor } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { makeRateLimiter } from '../../platform/http/rate-limit.ts'
import { SESSION_COOKIE, startSession } from '../../platform/sessions/store.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'
import { insertUser, updateUser } from '../users/store.ts'
import { passkeySite } from './passkey-site.ts'
import { insertPasskey } from './store.ts'
import { userHandle } from './user-handle.ts'

const SITE = { origin: 'https://gate.example', rpID: 'gate.example' }

for (const { kind, open } of databases()) {
  describe(`passkeys on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let now = TEST_NOW
    beforeAll(async () => {
      database = await open()
      app = await testApp(database, { now: () => now })
      await app.options.set('ServerAddress', SITE.origin)
    })
    beforeEach(() => {
      now += 3600
      app = { ...app, rateLimiter: makeRateLimiter(() => now) }
    })
    afterAll(() => database.close())

    const anybody = (...call: Parameters<ReturnType<typeof visitor>>) => visitor(app, endpoints)(...call)

    async function person(second_factor_at = 0) {
      const name = crypto.randomUUID().slice(0, 8)
      const id = await insertUser(app.db, {
        username: name,
        role: ROLE.root,
        second_factor_at,
        aff_code: name,
        created_at: now,
      })
      const newSession = async () => {
        const session = await startSession(app.db, { userId: id, now, ip: '192.0.2.1', userAgent: 'test' })
        const headers = { cookie: `${SESSION_COOKIE}=${session}`, [USER_ID_HEADER]: String(id) }
        return (...[method, path, sent]: Parameters<typeof anybody>) =>
          visitor(app, endpoints, headers)(method, path, sent)
      }
      return { id, name, newSession, client: await newSession() }
    }
    type Client = typeof anybody
    const challengeFrom = async (client: Client, path: string) =>
      (await client('POST', path)).data as { challenge: string; rpId?: string }
    const add = (client: Client, credential: object, name = 'My phone') =>
      client('POST', '/api/user/passkey', { body: { name, credential } })
    /** A user with a passkey. */
    async function holder(second_factor_at?: number) {
      const somebody = await person(second_factor_at)
      const authenticator = makeAuthenticator(SITE)
      const asked = await challengeFrom(somebody.client, '/api/user/passkey/options')
      const { data } = await add(somebody.client, authenticator.create(asked))
      return { ...somebody, authenticator, passkey: data as { id: number } }
    }
    const ask = async () => {
      const answer = await anybody('POST', '/api/user/login/passkey/options')
      return { asked: answer.data as { challenge: string }, cookie: cookieOf(answer) }
    }
    const cookieOf = ({ setCookie = '' }: Answered) => setCookie.split(';')[0] ?? ''
    const signInWith = (credential: object, cookie: string) =>
      anybody('POST', '/api/user/login/passkey', { body: { credential }, headers: { cookie } })

    test('is made for the operator’s address, verifies its holder, and is found without a name', async () => {
      const { client, name } = await person()
      const options = (await client('POST', '/api/user/passkey/options', { headers: { host: 'evil.example' } })).data
      expect(options).toMatchObject({
        rp: { id: SITE.rpID, name: 'Tollgate' },
        user: { name },
        attestation: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
    })

    test('signs in without a password or a second factor', async () => {
      const { id, authenticator } = await holder(TEST_NOW)
      const { asked, cookie } = await ask()
      expect(cookie).toStartWith('tollgate_passkey=')
      const handle = Buffer.from(userHandle(id, app.secrets)).toString('base64url')
      const answer = await signInWith(authenticator.get(asked, { userHandle: handle }), cookie)
      expect(answer).toMatchObject({ success: true, data: { id } })
      expect(answer.setCookie).toContain(`${SESSION_COOKIE}=`)
    })

    test('a challenge works once, for five minutes, and in the browser it was given to', async () => {
      const { authenticator } = await holder()
      const { asked, cookie } = await ask()
      const other = await ask()
      expect(await signInWith(authenticator.get(asked), other.cookie)).toMatchObject({ code: 'passkey_refused' })
      expect(await signInWith(authenticator.get(asked), '')).toMatchObject({ code: 'passkey_late' })
      const shown = authenticator.get(asked)
      expect(await signInWith(shown, cookie)).toMatchObject({ success: true })
      expect(await signInWith(shown, cookie)).toMatchObject({ code: 'passkey_late' })
      const late = await ask()
      now += 301
      expect(await signInWith(authenticator.get(late.asked), late.cookie)).toMatchObject({ code: 'passkey_late' })
    })

    test('a challenge works only for its purpose: one for confirming adds no passkey', async () => {
      const { client } = await holder()
      const confirming = await challengeFrom(client, '/api/user/confirmation/passkey/options')
      expect(await add(client, makeAuthenticator(SITE).create(confirming))).toMatchObject({ code: 'passkey_late' })
    })

    test('a user has at most twenty passkeys, even if two were requested earlier', async () => {
      const { id, client, newSession } = await person()
      for (let at = 0; at < 19; at++)
        await insertPasskey(app.db, {
          user_id: id,
          credential_id: `passkey-${id}-${at}`,
          public_key: '',
          counter: 0,
          transports: '',
          name: 'One of many',
          created_at: now,
        })
      const other = await newSession()
      const asked = [client, other].map(one => challengeFrom(one, '/api/user/passkey/options'))
      const [first, second] = await Promise.all(asked)
      if (!first || !second) throw new Error('no challenges')
      expect(await add(client, makeAuthenticator(SITE).create(first))).toMatchObject({ success: true })
      expect(await add(other, makeAuthenticator(SITE).create(second))).toMatchObject({ code: 'passkey_limit_reached' })
      expect(await client('POST', '/api/user/passkey/options')).toMatchObject({ code: 'passkey_limit_reached' })
    })

    test('a failed attempt also uses up its challenge', async () => {
      const { authenticator } = await holder()
      const { asked, cookie } = await ask()
      const wrong = authenticator.get(asked, { origin: 'https://evil.example' })
      expect(await signInWith(wrong, cookie)).toMatchObject({ code: 'passkey_refused' })
      expect(await signInWith(authenticator.get(asked), cookie)).toMatchObject({ code: 'passkey_late' })
    })

    test.each([
      ['another origin', { origin: 'https://evil.example' }],
      ['a neighbouring origin', { origin: 'https://www.gate.example' }],
      ['the origin without https', { origin: 'http://gate.example' }],
      ['another host', { rpID: 'evil.example' }],
      ['nobody checked', { isVerified: false }],
      ['somebody else’s handle', { userHandle: 'c29tZWJvZHkgZWxzZQ' }],
    ])('is refused from %s', async (_, oddity) => {
      const { authenticator } = await holder()
      const { asked, cookie } = await ask()
      expect(await signInWith(authenticator.get(asked, oddity), cookie)).toMatchObject({
        success: false,
        code: 'passkey_refused',
      })
    })

    test('a signature of another key, an unknown key and nonsense get the same error', async () => {
      const { authenticator } = await holder()
      const stranger = makeAuthenticator(SITE)
      const attempts = [
        (asked: object) => ({ ...stranger.get(asked), id: authenticator.id, rawId: authenticator.id }),
        (asked: object) => stranger.get(asked),
        (asked: object) => ({
          ...authenticator.get(asked),
          response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
        }),
      ]
      for (const attempt of attempts) {
        const { asked, cookie } = await ask()
        const { status, success, code } = await signInWith(attempt(asked), cookie)
        expect({ status, success, code }).toEqual({ status: 200, success: false, code: 'passkey_refused' })
      }
    })

    test('a copy is detected by its counter; an authenticator that does not count is trusted', async () => {
      const { authenticator } = await holder()
      const use = async (counter: number) => {
        const { asked, cookie } = await ask()
        const { success, code } = await signInWith(authenticator.get(asked, { counter }), cookie)
        return success || code
      }
      expect([
        await use(0),
        await use(0),
        await use(7),
        await use(7),
        await use(6),
        await use(0),
        await use(8),
      ]).toEqual([true, true, true, 'passkey_copied', 'passkey_copied', 'passkey_copied', true])
    })

    test('a banned or deleted user does not get in', async () => {
      for (const change of [{ status: USER_STATUS.banned }, { deleted_at: TEST_NOW }]) {
        const { id, authenticator } = await holder()
        await updateUser(app.db, id, change)
        const { asked, cookie } = await ask()
        expect(await signInWith(authenticator.get(asked), cookie)).toMatchObject({ code: 'passkey_refused' })
      }
    })

    test('is added only for the session’s own challenge, and once', async () => {
      const { client, newSession } = await person()
      const other = await newSession()
      const authenticator = makeAuthenticator(SITE)
      const asked = await challengeFrom(client, '/api/user/passkey/options')
      expect(await add(other, authenticator.create(asked))).toMatchObject({ code: 'passkey_late' })
      expect(await add(client, authenticator.create(asked))).toMatchObject({ data: { name: 'My phone' } })
      expect(await add(client, authenticator.create(asked))).toMatchObject({ code: 'passkey_late' })
      const again = await challengeFrom(other, '/api/user/passkey/options')
      expect(await add(other, authenticator.create(again))).toMatchObject({ code: 'passkey_known' })
      for (const oddity of [{ origin: 'https://evil.example' }, { rpID: 'evil.example' }, { isVerified: false }]) {
        const once = await challengeFrom(client, '/api/user/passkey/options')
        expect(await add(client, makeAuthenticator(SITE).create(once, oddity))).toMatchObject({
          code: 'passkey_refused',
        })
      }
    })

    test('an attestation with certificates is refused before anything in them is fetched', async () => {
      const { client } = await person()
      const certificates = Buffer.concat([Buffer.from([0xa1]), cborText('x5c'), Buffer.from([0x81, 0x41, 0x00])])
      const told = spyOn(app.log, 'info')
      for (const format of ['packed', 'apple']) {
        const asked = await challengeFrom(client, '/api/user/passkey/options')
        const credential = makeAuthenticator(SITE).create(asked, {}, [cborText(format), certificates])
        expect(await add(client, credential)).toMatchObject({ code: 'passkey_refused' })
        expect(told.mock.lastCall?.[0]).toMatchObject({ err: { message: 'an attestation that was not requested' } })
      }
      told.mockRestore()
    })

    test('can be listed, renamed and removed only by its user', async () => {
      const [ann, ben] = [await holder(), await holder()]
      const path = `/api/user/passkey/${ann.passkey.id}`
      const rename = (client: Client) => client('PUT', path, { body: { name: 'Work laptop' } })
      expect(await rename(ben.client)).toMatchObject({ code: 'passkey_not_found' })
      expect(await ben.client('DELETE', path)).toMatchObject({ code: 'passkey_not_found' })
      expect(await rename(ann.client)).toMatchObject({ success: true })
      const { data } = await ann.client('GET', '/api/user/passkey')
      expect(data).toEqual({
        origin: SITE.origin,
        passkeys: [{ id: ann.passkey.id, name: 'Work laptop', created_at: now, last_used_at: 0 }],
      })
      expect(await ann.client('DELETE', path)).toMatchObject({ success: true })
      const { asked, cookie } = await ask()
      expect(await signInWith(ann.authenticator.get(asked), cookie)).toMatchObject({ code: 'passkey_refused' })
    })

    test('confirms for its own user and session', async () => {
      const [ann, ben] = [await holder(), await holder()]
      now += 601
      const path = '/api/user/confirmation/passkey'
      expect(await ann.client('GET', '/api/user/confirmation')).toMatchObject({ data: ['passkey'] })
      const confirm = (credential: object) => ann.client('POST', path, { body: { credential } })
      const foreign = await challengeFrom(ann.client, `${path}/options`)
      expect(await confirm(ben.authenticator.get(foreign))).toMatchObject({ code: 'passkey_refused' })
      const { asked } = await ask()
      await challengeFrom(ann.client, `${path}/options`)
      expect(await confirm(ann.authenticator.get(asked))).toMatchObject({ code: 'passkey_refused' })
      expect(await ann.client('POST', '/api/channel/999999/key')).toMatchObject({ code: 'confirmation_needed' })
      const own = await challengeFrom(ann.client, `${path}/options`)
      expect(await confirm(ann.authenticator.get(own))).toMatchObject({ success: true })
      expect(await ann.client('POST', '/api/channel/999999/key')).toMatchObject({ code: 'channel_not_found' })
    })

    test('works if the site has a name and https, or on this machine; the request’s Host does not matter', async () => {
      const at = async (address: string, url: string) => {
        await app.options.set('ServerAddress', address)
        return passkeySite(app, new Request(url))?.origin ?? null
      }
      expect([
        await at('https://gate.example', 'https://evil.example/api'),
        await at('https://gate.example/below', 'http://10.0.0.1/api'),
        await at('', 'https://evil.example/api'),
        await at('', 'http://127.0.0.1:3000/api'),
        await at('', 'http://localhost:3000/api'),
        await at('http://localhost:8080', 'https://evil.example/api'),
        await at('http://gate.example', 'http://gate.example/api'),
        await at('https://192.0.2.1', 'https://192.0.2.1/api'),
        await at('https://[2001:db8::1]', 'https://gate.example/api'),
      ]).toEqual([
        'https://gate.example',
        'https://gate.example',
        null,
        null,
        'http://localhost:3000',
        'http://localhost:8080',
        null,
        null,
        null,
      ])
      await app.options.set('ServerAddress', '')
      const { client } = await person()
      expect(await client('POST', '/api/user/passkey/options')).toMatchObject({ code: 'passkey_site_unfit' })
      expect(await anybody('POST', '/api/user/login/passkey/options')).toMatchObject({ code: 'passkey_site_unfit' })
      await app.options.set('ServerAddress', SITE.origin)
    })
  })
}
