import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type RedirectProvider, USER_STATUS, USERNAME_MAX_LENGTH, type User } from '@tollgate/contract'
import fc from 'fast-check'
import { TEST_NOW, testApp } from '../../test/support/app.ts'
import { databases, type TestDatabase } from '../../test/support/databases.ts'
import { type GitHub, startGitHub } from '../../test/support/github.ts'
import { type LinuxDo, startLinuxDo } from '../../test/support/linuxdo.ts'
import { type OidcServer, startOidcServer } from '../../test/support/oidc-server.ts'
import { signInBrowser } from '../../test/support/sign-in-browser.ts'
import { endpoints } from '../app.ts'
import type { AppContext } from '../app-context.ts'
import { makeRateLimiter } from '../http/rate-limit.ts'
import { audit } from '../ledger/audit.ts'
import { sessionCookie, startSession } from '../sessions/store.ts'
import { markSetUp } from '../setup/store.ts'
import { insertUser } from '../users/store.ts'
import { removeExpiredStates } from './store.ts'

for (const { kind, open } of databases()) {
  describe(`sign-in by other sites on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let github: GitHub
    let linuxdo: LinuxDo
    let oidc: OidcServer
    let now = TEST_NOW
    beforeAll(async () => {
      database = await open()
      ;[github, linuxdo, oidc] = await Promise.all([
        startGitHub(),
        startLinuxDo(),
        startOidcServer('http://site.test/oauth/oidc'),
      ])
      app = await testApp(database, { now: () => now })
      await markSetUp(app.db, app.version, now)
      await set({
        GitHubServerAddress: github.url,
        GitHubApiAddress: github.url,
        GitHubClientId: github.clientId,
        GitHubClientSecret: github.clientSecret,
        LinuxDOServerAddress: linuxdo.url,
        LinuxDOClientId: linuxdo.clientId,
        LinuxDOClientSecret: linuxdo.clientSecret,
        'oidc.well_known': oidc.wellKnown,
        'oidc.client_id': oidc.clientId,
        'oidc.client_secret': oidc.clientSecret,
        'oidc.authorization_endpoint': `${oidc.url}/auth`,
        'oidc.token_endpoint': `${oidc.url}/token`,
        'oidc.user_info_endpoint': `${oidc.url}/me`,
        GitHubOAuthEnabled: true,
        LinuxDOOAuthEnabled: true,
        'oidc.enabled': true,
      })
    })
    beforeEach(async () => {
      app = { ...app, rateLimiter: makeRateLimiter(() => now) }
      await set({ RegisterEnabled: true, QuotaForNewUser: 0 })
    })
    afterAll(async () => {
      expect(await audit(database.storage, now)).toEqual([])
      await Promise.all([database.close(), github.stop(), linuxdo.stop(), oidc.stop()])
    })

    const set = async (options: Record<string, string | number | boolean>) => {
      for (const [key, value] of Object.entries(options)) await app.options.set(key, String(value))
    }
    const browser = (ip?: string) => signInBrowser(app, endpoints, ip)
    let lastId = 1000
    const newId = () => ++lastId
    const addUser = async (fields: Partial<User> & { deleted_at?: number } = {}) => {
      const { username = crypto.randomUUID().slice(0, 10), ...rest } = fields
      // The ids of the contract's users and of the table's are the same fields.
      return insertUser(app.db, { username, aff_code: username, created_at: now, ...(rest as object) })
    }
    const rowOf = (id: number) => app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const signedIn = async (id: number) => {
      const session = await startSession(app.db, { userId: id, now, ip: '', userAgent: '' })
      const cookie = sessionCookie(session, new Request('http://site.test')).split(';')[0] ?? ''
      const own = browser()
      const headers = { cookie }
      // Its cookies come on top of what the browser keeps.
      return {
        async begin(provider: RedirectProvider) {
          const { data, authorize_url = '' } = await own.get(`/api/oauth/state?provider=${provider}`, headers)
          const [mark] = (await app.db.selectFrom('sign_in_states').selectAll().execute()).slice(-1)
          expect(mark?.user_id).toBe(id)
          return { state: String(data), authorizeUrl: authorize_url }
        },
        own,
        cookie,
      }
    }

    /** The whole way, as somebody the provider knows. */
    const ways = {
      github: async (on = browser(), id = newId(), fields: object = {}) => {
        const { authorizeUrl } = await on.begin('github')
        return on.comeBack('github', github.allow(authorizeUrl, { id, login: `octo-${id}`, ...fields }))
      },
      linuxdo: async (on = browser(), id = newId(), fields: object = {}) => {
        const { authorizeUrl } = await on.begin('linuxdo')
        return on.comeBack('linuxdo', linuxdo.allow(authorizeUrl, { id, username: `penguin-${id}`, ...fields }))
      },
      oidc: async (on = browser(), id = newId(), fields: object = {}) => {
        const { authorizeUrl } = await on.begin('oidc')
        oidc.person = { sub: String(id), preferred_username: `person-${id}`, ...fields }
        return on.comeBack('oidc', await oidc.allow(authorizeUrl))
      },
    }
    const columns = { github: 'github_id', linuxdo: 'linux_do_id', oidc: 'oidc_id' } as const
    const providers = Object.keys(ways) as RedirectProvider[]

    describe.each(providers)('%s', provider => {
      test('makes a user at the first sign-in and finds them at the next', async () => {
        await set({ QuotaForNewUser: 70 })
        const id = newId()
        const on = browser()
        const first = await ways[provider](on, id)
        expect(first).toMatchObject({
          success: true,
          message: '',
          data: { [columns[provider]]: String(id), role: 1, quota: 70 },
        })
        expect(await on.self()).toMatchObject({ data: { id: (first.data as User).id } })
        const second = await ways[provider](browser(), id)
        expect((second.data as User).id).toBe((first.data as User).id)
      })

      test('makes nobody while registration is closed, and lets known people in', async () => {
        const id = newId()
        const userId = await addUser({ [columns[provider]]: String(id) })
        await set({ RegisterEnabled: false })
        expect(await ways[provider](browser(), id)).toMatchObject({ success: true, data: { id: userId } })
        expect(await ways[provider]()).toMatchObject({ success: false, code: 'register_disabled' })
      })

      test('keeps banned and cancelled people out', async () => {
        const [banned, cancelled] = [newId(), newId()]
        await addUser({ [columns[provider]]: String(banned), status: USER_STATUS.banned })
        await addUser({ [columns[provider]]: String(cancelled), deleted_at: now })
        expect(await ways[provider](browser(), banned)).toMatchObject({ code: 'sign_in_banned' })
        expect(await ways[provider](browser(), cancelled)).toMatchObject({ code: 'identity_cancelled' })
      })

      test('makes one user of callbacks that race', async () => {
        const id = newId()
        const trips = await Promise.all(
          Array.from({ length: 6 }, async () => {
            const on = browser()
            const { authorizeUrl } = await on.begin(provider)
            oidc.person = { sub: String(id), preferred_username: 'racer' }
            const person = { id, login: 'racer', username: 'racer' }
            const query =
              provider === 'oidc'
                ? await oidc.allow(authorizeUrl)
                : { github, linuxdo }[provider].allow(authorizeUrl, person)
            return () => on.comeBack(provider, query)
          }),
        )
        const told = await Promise.all(trips.map(comeBack => comeBack()))
        expect(told.map(({ success }) => success)).toEqual(trips.map(() => true))
        expect(new Set(told.map(({ data }) => (data as User).id)).size).toBe(1)
      })

      test('is refused while its switch is off', async () => {
        const key = { github: 'GitHubOAuthEnabled', linuxdo: 'LinuxDOOAuthEnabled', oidc: 'oidc.enabled' }[provider]
        const on = browser()
        const { state } = await on.begin()
        await set({ [key]: false })
        expect(await on.get(`/api/oauth/state?provider=${provider}`)).toMatchObject({ code: 'sign_in_method_disabled' })
        expect(await on.comeBack(provider, { code: 'c', state })).toMatchObject({ code: 'sign_in_method_disabled' })
        await set({ [key]: true })
      })

      test('binds to the user who began, who signs in with it from then on', async () => {
        const [userId, id] = [await addUser(), newId()]
        const someone = await signedIn(userId)
        const { authorizeUrl } = await someone.begin(provider)
        const told = await finish(someone, provider, authorizeUrl, id)
        expect(told).toMatchObject({
          success: true,
          message: 'bind',
          data: { id: userId, [columns[provider]]: String(id) },
        })
        expect((await ways[provider](browser(), id)).data).toMatchObject({ id: userId })
      })

      test('cannot be taken over by binding', async () => {
        const id = newId()
        const owner = await addUser({ [columns[provider]]: String(id) })
        const thief = await addUser()
        const someone = await signedIn(thief)
        const { authorizeUrl } = await someone.begin(provider)
        expect(await finish(someone, provider, authorizeUrl, id)).toMatchObject({ code: 'identity_taken' })
        expect([(await rowOf(owner))[columns[provider]], (await rowOf(thief))[columns[provider]]]).toEqual([
          String(id),
          '',
        ])
      })

      test('goes to one of several users who bind it at once', async () => {
        const id = newId()
        const users = await Promise.all([addUser(), addUser(), addUser()])
        const trips: (() => ReturnType<typeof finish>)[] = []
        for (const userId of users) {
          const someone = await signedIn(userId)
          const { authorizeUrl } = await someone.begin(provider)
          const query = await queryOf(provider, authorizeUrl, id)
          trips.push(() => comeBackAs(someone, provider, query))
        }
        const told = await Promise.all(trips.map(bind => bind()))
        expect(told.map(({ success }) => success).sort()).toEqual([false, false, true])
        expect(told.filter(({ success }) => !success).map(({ code }) => code)).toEqual([
          'identity_taken',
          'identity_taken',
        ])
      })
    })

    async function queryOf(
      provider: RedirectProvider,
      authorizeUrl: string,
      id: number,
    ): Promise<Record<string, string>> {
      if (provider === 'github') return github.allow(authorizeUrl, { id, login: `octo-${id}` })
      if (provider === 'linuxdo') return linuxdo.allow(authorizeUrl, { id, username: `penguin-${id}` })
      oidc.person = { sub: String(id) }
      return oidc.allow(authorizeUrl)
    }
    type Someone = Awaited<ReturnType<typeof signedIn>>
    const comeBackAs = async ({ own, cookie }: Someone, provider: RedirectProvider, query: Record<string, string>) =>
      own.get(`/api/oauth/${provider}?${new URLSearchParams(query)}`, { cookie: `${cookie}; ${own.cookies()}` })
    const finish = async (someone: Someone, provider: RedirectProvider, authorizeUrl: string, id: number) =>
      comeBackAs(someone, provider, await queryOf(provider, authorizeUrl, id))

    describe('a state', () => {
      const trip = async (on = browser()) => {
        const { authorizeUrl } = await on.begin('github')
        return { on, query: github.allow(authorizeUrl, { id: newId(), login: 'stately' }) }
      }
      const refused = { success: false, code: 'sign_in_state_invalid' }

      test('is used once, also by attempts at the same moment', async () => {
        const { on, query } = await trip()
        const told = await Promise.all([1, 2, 3].map(() => on.get(`/api/oauth/github?${new URLSearchParams(query)}`)))
        expect(told.filter(({ code }) => code === 'sign_in_state_invalid')).toHaveLength(2)
        expect(await on.comeBack('github', query)).toMatchObject(refused)
      })

      test('works in the browser that began alone, and is not spoilt by another', async () => {
        const { on, query } = await trip()
        expect(await browser().comeBack('github', query)).toMatchObject(refused)
        const another = await trip()
        expect(await another.on.comeBack('github', query)).toMatchObject(refused)
        expect(await on.comeBack('github', query)).toMatchObject({ success: true })
      })

      test('works for ten minutes, and then is removed', async () => {
        const { on, query } = await trip()
        now += 600
        expect(await on.comeBack('github', query)).toMatchObject(refused)
        expect(await removeExpiredStates(app.db, now, 100_000)).toBeGreaterThan(0)
        expect(await app.db.selectFrom('sign_in_states').selectAll().where('expires_at', '<=', now).execute()).toEqual(
          [],
        )
      })

      test('works for the provider it was begun for alone', async () => {
        const { on, query } = await trip()
        expect(await on.comeBack('linuxdo', query)).toMatchObject(refused)
      })

      test('that a signed-in user began signs nobody else in and binds for nobody else', async () => {
        const [ann, bob] = [await signedIn(await addUser()), await signedIn(await addUser())]
        const begun = await ann.begin('github')
        const query = github.allow(begun.authorizeUrl, { id: newId(), login: 'stray' })
        expect(await ann.own.get(`/api/oauth/github?${new URLSearchParams(query)}`)).toMatchObject(refused)
        const again = await ann.begin('github')
        const second = github.allow(again.authorizeUrl, { id: newId(), login: 'stray' })
        const headers = { cookie: `${bob.cookie}; ${ann.own.cookies()}` }
        expect(await ann.own.get(`/api/oauth/github?${new URLSearchParams(second)}`, headers)).toMatchObject(refused)
      })

      test('that is made up, empty or missing is refused', async () => {
        for (const state of ['', 'x', 'a'.repeat(43), '; drop table users'])
          expect(await browser().comeBack('github', { code: 'c', state })).toMatchObject(refused)
        expect(await browser().get('/api/oauth/github?code=c')).toMatchObject(refused)
      })

      test('without a provider works too, where the caller makes the address by itself', async () => {
        for (const provider of ['github', 'linuxdo'] as const) {
          const on = browser()
          const { state, authorizeUrl } = await on.begin()
          expect(authorizeUrl).toBe('')
          const made = {
            github: `${github.url}/login/oauth/authorize?client_id=${github.clientId}&state=${state}`,
            linuxdo: `${linuxdo.url}/oauth2/authorize?response_type=code&client_id=${linuxdo.clientId}&state=${state}&redirect_uri=${encodeURIComponent('http://site.test/oauth/linuxdo')}`,
          }[provider]
          const told = await on.comeBack(provider, await queryOf(provider, made, newId()))
          expect(told).toMatchObject({ success: true })
        }
      })

      test('is stored as a hash, with that of the browser', async () => {
        const { state } = await browser().begin('github')
        const rows = JSON.stringify(await app.db.selectFrom('sign_in_states').selectAll().execute())
        expect(rows).not.toContain(state)
      })

      test('remembers the invite code', async () => {
        const inviter = await addUser()
        const { aff_code } = await rowOf(inviter)
        const on = browser()
        const { authorizeUrl } = await on.begin('github', aff_code)
        const told = await on.comeBack('github', github.allow(authorizeUrl, { id: newId(), login: 'guest' }))
        expect(told.data).toMatchObject({ inviter_id: inviter })
      })
    })

    test('somebody who refuses at the provider is told so, and the state is used up', async () => {
      const on = browser()
      const { state } = await on.begin('github')
      expect(await on.comeBack('github', { error: 'access_denied', state })).toMatchObject({ code: 'sign_in_refused' })
      expect(await on.comeBack('github', { code: 'c', state })).toMatchObject({ code: 'sign_in_state_invalid' })
    })

    test('a code that the provider does not know, and a provider that is away, show neither secret nor host', async () => {
      for (const provider of providers) {
        const on = browser()
        const told = await on.comeBack(provider, { code: 'made up', state: (await on.begin(provider)).state })
        expect(told).toMatchObject({ success: false, code: 'sign_in_provider_failed' })
        expect(JSON.stringify(told)).not.toMatch(/127\.0\.0\.1|secret/)
      }
    })

    test('a code of one sign-in is worth nothing in another, by PKCE and nonce', async () => {
      for (const provider of ['github', 'oidc'] as const) {
        const [victim, attacker] = [browser(), browser()]
        const stolen = await queryOf(provider, (await victim.begin(provider)).authorizeUrl, newId())
        for (const begun of [await attacker.begin(provider), await attacker.begin()]) {
          const told = await attacker.comeBack(provider, { ...stolen, state: begun.state })
          expect(told).toMatchObject({ success: false, code: 'sign_in_provider_failed' })
        }
      }
    })

    test('attempts that fail are limited by client', async () => {
      const on = browser('203.0.113.5')
      for (let attempt = 0; attempt < 20; attempt++) await on.comeBack('github', { code: 'c', state: 'x' })
      expect(await on.comeBack('github', { code: 'c', state: 'x' })).toMatchObject({ status: 429 })
      expect(await browser('203.0.113.6').comeBack('github', { code: 'c', state: 'x' })).toMatchObject({ status: 200 })
      for (let attempt = 0; attempt < 120; attempt++) await on.get('/api/oauth/state')
      expect(await on.get('/api/oauth/state')).toMatchObject({ status: 429 })
    })

    describe('an e-mail address', () => {
      const address = () => `mail-${newId()}@mail.example`
      const verified = (email: string) => ({ emails: [{ email, primary: true, verified: true }] })

      test('that the provider verified is stored on a new user', async () => {
        const [one, two] = [address(), address()]
        expect((await ways.github(browser(), newId(), verified(one))).data).toMatchObject({ email: one })
        expect((await ways.oidc(browser(), newId(), { email: two, email_verified: true })).data).toMatchObject({
          email: two,
        })
      })

      test('that nobody verified is stored on no user', async () => {
        const unverified = { emails: [{ email: address(), primary: true, verified: false }] }
        expect((await ways.github(browser(), newId(), unverified)).data).toMatchObject({ email: '' })
        for (const email_verified of [false, undefined, 'true', 1])
          expect((await ways.oidc(browser(), newId(), { email: address(), email_verified })).data).toMatchObject({
            email: '',
          })
        expect((await ways.linuxdo()).data).toMatchObject({ email: '' })
      })

      test('never joins a user who has it, verified or not', async () => {
        const email = address()
        const owner = await addUser({ email })
        for (const told of [
          await ways.github(browser(), newId(), verified(email.toUpperCase())),
          await ways.oidc(browser(), newId(), { email, email_verified: true }),
          await ways.oidc(browser(), newId(), { email, email_verified: false }),
        ]) {
          expect(told).toMatchObject({ success: true, data: { email: '' } })
          expect((told.data as User).id).not.toBe(owner)
        }
      })
    })

    describe('imported data', () => {
      test('with a GitHub login is found once by it, and then by the number', async () => {
        const id = newId()
        const userId = await addUser({ github_id: `octo-${id}` })
        expect((await ways.github(browser(), id)).data).toMatchObject({ id: userId, github_id: String(id) })
        const told = await ways.github(browser(), newId(), { login: `octo-${id}` })
        expect((told.data as User).id).not.toBe(userId)
      })

      test('with a GitHub number is not found by a login of digits', async () => {
        const id = newId()
        const userId = await addUser({ github_id: String(id) })
        const told = await ways.github(browser(), newId(), { login: String(id) })
        expect((told.data as User).id).not.toBe(userId)
      })

      test('that gave one identity to several users lets none of them in by it', async () => {
        const id = newId()
        await addUser({ github_id: String(id) })
        const second = await addUser({ github_id: String(id) })
        expect(await ways.github(browser(), id)).toMatchObject({ code: 'identity_ambiguous' })
        await app.db.updateTable('users').set({ deleted_at: now }).where('id', '=', second).execute()
        expect(await ways.github(browser(), id)).toMatchObject({ success: true })
      })
    })

    test('whatever name a provider gives, the user name is allowed and nobody else’s', async () => {
      const names = fc.sample(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 30 }),
          fc.constantFrom('', '@', 'root', 'ROOT', 'root', 'a b', 'x'.repeat(40)),
        ),
        { numRuns: 40, seed: 11 },
      )
      await addUser({ username: 'root' })
      for (const login of names) {
        const told = await ways.github(browser(`198.51.100.${newId() % 250}`), newId(), { login, name: login })
        expect(told).toMatchObject({ success: true })
        const { username } = told.data as User
        expect([...username].length).toBeLessThanOrEqual(USERNAME_MAX_LENGTH)
        expect(username).toMatch(/^[^@\s\p{C}]+$/u)
      }
      const all = (await app.db.selectFrom('users').select('username').execute()).map(user =>
        user.username.toLowerCase(),
      )
      expect(new Set(all).size).toBe(all.length)
    })
  })
}
