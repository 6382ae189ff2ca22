import { expect } from 'bun:test'
import type { RedirectProvider, User } from '@tollgate/contract'
import { audit } from '../../src/money/ledger/audit.ts'
import { markSetUp } from '../../src/people/setup/store.ts'
import { insertUser } from '../../src/people/users/store.ts'
import { makeRateLimiter } from '../../src/platform/http/rate-limit.ts'
import { hashOf } from '../../src/platform/sessions/short-cookie.ts'
import { sessionCookie, startSession } from '../../src/platform/sessions/store.ts'
import { endpoints } from '../../src/start/app.ts'
import { TEST_NOW, testApp } from './app.ts'
import type { TestDatabase } from './databases.ts'
import { startGitHub } from './github.ts'
import { startLinuxDo } from './linuxdo.ts'
import { startOidcServer } from './oidc-server.ts'
import { signInBrowser } from './sign-in-browser.ts'

/** The column that stores a user's identity at a provider. */
export const IDENTITY_COLUMNS = { github: 'github_id', linuxdo: 'linux_do_id', oidc: 'oidc_id' } as const

export type IdentitySite = Awaited<ReturnType<typeof startIdentitySite>>

/** A site where visitors sign in with GitHub, LinuxDO or an OpenID provider, all running locally. */
export async function startIdentitySite(database: TestDatabase) {
  const clock = { now: TEST_NOW }
  const [github, linuxdo, oidc] = await Promise.all([
    startGitHub(),
    startLinuxDo(),
    startOidcServer('http://site.test/oauth/oidc'),
  ])
  let app = await testApp(database, { now: () => clock.now })
  await markSetUp(app.db, app.version, clock.now)
  const set = async (options: Record<string, string | number | boolean>) => {
    for (const [key, value] of Object.entries(options)) await app.options.set(key, String(value))
  }
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

  const browser = (ip?: string) => signInBrowser(app, endpoints, ip)
  let lastId = 1000
  const newId = () => ++lastId

  const addUser = async (fields: Partial<User> & { deleted_at?: number } = {}) => {
    const { username = crypto.randomUUID().slice(0, 10), ...rest } = fields
    // The user ids of the contract and of the table are the same fields.
    return insertUser(app.db, { username, aff_code: username, created_at: clock.now, ...(rest as object) })
  }

  async function signedIn(id: number) {
    const session = await startSession(app.db, { userId: id, now: clock.now, ip: '', userAgent: '' })
    const cookie = sessionCookie(session, new Request('http://site.test')).split(';')[0] ?? ''
    const own = browser()
    return {
      async begin(provider: string) {
        // Its cookie is added to those the browser keeps.
        const { data, authorize_url = '' } = await own.get(`/api/oauth/state?provider=${provider}`, { cookie })
        const begun = app.db
          .selectFrom('sign_in_states')
          .select('user_id')
          .where('id', '=', hashOf(String(data)))
        expect(await begun.executeTakeFirst()).toEqual({ user_id: id })
        return { state: String(data), authorizeUrl: authorize_url }
      },
      own,
      cookie,
    }
  }
  type Someone = Awaited<ReturnType<typeof signedIn>>

  /** The query that the provider adds to the callback once this person has agreed. */
  async function queryOf(provider: RedirectProvider, authorizeUrl: string, id: number, fields: object = {}) {
    if (provider === 'github') return github.allow(authorizeUrl, { id, login: `octo-${id}`, ...fields })
    if (provider === 'linuxdo') return linuxdo.allow(authorizeUrl, { id, username: `penguin-${id}`, ...fields })
    oidc.person = { sub: String(id), preferred_username: `person-${id}`, ...fields }
    return oidc.allow(authorizeUrl)
  }
  const comeBackAs = ({ own, cookie }: Someone, provider: string, query: Record<string, string>) =>
    own.get(`/api/oauth/${provider}?${new URLSearchParams(query)}`, { cookie: `${cookie}; ${own.cookies()}` })

  const wayOf =
    (provider: RedirectProvider) =>
    async (on = browser(), id = newId(), fields: object = {}) => {
      const { authorizeUrl } = await on.begin(provider)
      return on.comeBack(provider, await queryOf(provider, authorizeUrl, id, fields))
    }

  return {
    get app() {
      return app
    },
    clock,
    github,
    linuxdo,
    oidc,
    set,
    browser,
    newId,
    addUser,
    signedIn,
    queryOf,
    comeBackAs,
    /** The whole sign-in at a provider, as somebody it knows. */
    ways: { github: wayOf('github'), linuxdo: wayOf('linuxdo'), oidc: wayOf('oidc') },
    rowOf: (id: number) => app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    finish: async (someone: Someone, provider: RedirectProvider, authorizeUrl: string, id: number) =>
      comeBackAs(someone, provider, await queryOf(provider, authorizeUrl, id)),
    /** Resets the rate limits and opens registration. */
    async renew() {
      app = { ...app, rateLimiter: makeRateLimiter(() => clock.now) }
      await set({ RegisterEnabled: true, QuotaForNewUser: 0 })
    },
    async stop() {
      expect(await audit(database.storage, clock.now)).toEqual([])
      await Promise.all([database.close(), github.stop(), linuxdo.stop(), oidc.stop()])
    },
  }
}
