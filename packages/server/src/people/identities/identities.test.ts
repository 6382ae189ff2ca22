import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type RedirectProvider, USER_STATUS, type User } from '@tollgate/contract'
import { databases } from '../../../test/support/databases.ts'
import { IDENTITY_COLUMNS, type IdentitySite, startIdentitySite } from '../../../test/support/identity-site.ts'

for (const { kind, open } of databases()) {
  describe(`sign-in by other sites on ${kind}`, () => {
    let site: IdentitySite
    beforeAll(async () => {
      site = await startIdentitySite(await open())
    })
    beforeEach(() => site.renew())
    afterAll(() => site.stop())
    const providers = Object.keys(IDENTITY_COLUMNS) as RedirectProvider[]

    describe.each(providers)('%s', provider => {
      test('creates a user at the first sign-in and finds them at the next', async () => {
        await site.set({ QuotaForNewUser: 70 })
        const id = site.newId()
        const on = site.browser()
        const first = await site.ways[provider](on, id)
        expect(first).toMatchObject({
          success: true,
          message: '',
          data: { [IDENTITY_COLUMNS[provider]]: String(id), role: 1, quota: 70 },
        })
        expect(await on.self()).toMatchObject({ data: { id: (first.data as User).id } })
        const second = await site.ways[provider](site.browser(), id)
        expect((second.data as User).id).toBe((first.data as User).id)
      })

      test('creates nobody while registration is closed, but lets known people in', async () => {
        const id = site.newId()
        const userId = await site.addUser({ [IDENTITY_COLUMNS[provider]]: String(id) })
        await site.set({ RegisterEnabled: false })
        expect(await site.ways[provider](site.browser(), id)).toMatchObject({ success: true, data: { id: userId } })
        expect(await site.ways[provider]()).toMatchObject({ success: false, code: 'register_disabled' })
      })

      test('keeps banned and cancelled people out', async () => {
        const [banned, cancelled] = [site.newId(), site.newId()]
        await site.addUser({ [IDENTITY_COLUMNS[provider]]: String(banned), status: USER_STATUS.banned })
        await site.addUser({ [IDENTITY_COLUMNS[provider]]: String(cancelled), deleted_at: site.clock.now })
        expect(await site.ways[provider](site.browser(), banned)).toMatchObject({ code: 'sign_in_banned' })
        expect(await site.ways[provider](site.browser(), cancelled)).toMatchObject({ code: 'identity_cancelled' })
      })

      test('creates one user from callbacks that race', async () => {
        const id = site.newId()
        const trips = await Promise.all(
          Array.from({ length: 6 }, async () => {
            const on = site.browser()
            const { authorizeUrl } = await on.begin(provider)
            const query = await site.queryOf(provider, authorizeUrl, id)
            return () => on.comeBack(provider, query)
          }),
        )
        const told = await Promise.all(trips.map(comeBack => comeBack()))
        expect(told.map(({ success }) => success)).toEqual(trips.map(() => true))
        expect(new Set(told.map(({ data }) => (data as User).id)).size).toBe(1)
      })

      test('is refused while its switch is off', async () => {
        const key = { github: 'GitHubOAuthEnabled', linuxdo: 'LinuxDOOAuthEnabled', oidc: 'oidc.enabled' }[provider]
        const on = site.browser()
        const { state } = await on.begin()
        await site.set({ [key]: false })
        expect(await on.get(`/api/oauth/state?provider=${provider}`)).toMatchObject({ code: 'sign_in_method_disabled' })
        expect(await on.comeBack(provider, { code: 'c', state })).toMatchObject({ code: 'sign_in_method_disabled' })
        await site.set({ [key]: true })
      })

      test('binds to the user who started it, who can then sign in with it', async () => {
        const [userId, id] = [await site.addUser(), site.newId()]
        const someone = await site.signedIn(userId)
        const { authorizeUrl } = await someone.begin(provider)
        const told = await site.finish(someone, provider, authorizeUrl, id)
        expect(told).toMatchObject({
          success: true,
          message: 'bind',
          data: { id: userId, [IDENTITY_COLUMNS[provider]]: String(id) },
        })
        expect((await site.ways[provider](site.browser(), id)).data).toMatchObject({ id: userId })
      })

      test('cannot be taken over by binding', async () => {
        const id = site.newId()
        const owner = await site.addUser({ [IDENTITY_COLUMNS[provider]]: String(id) })
        const thief = await site.addUser()
        const someone = await site.signedIn(thief)
        const { authorizeUrl } = await someone.begin(provider)
        expect(await site.finish(someone, provider, authorizeUrl, id)).toMatchObject({ code: 'identity_taken' })
        expect([
          (await site.rowOf(owner))[IDENTITY_COLUMNS[provider]],
          (await site.rowOf(thief))[IDENTITY_COLUMNS[provider]],
        ]).toEqual([String(id), ''])
      })

      test('goes to one of several users who bind it concurrently', async () => {
        const id = site.newId()
        const users = await Promise.all([site.addUser(), site.addUser(), site.addUser()])
        const trips: (() => ReturnType<IdentitySite['finish']>)[] = []
        for (const userId of users) {
          const someone = await site.signedIn(userId)
          const { authorizeUrl } = await someone.begin(provider)
          const query = await site.queryOf(provider, authorizeUrl, id)
          trips.push(() => site.comeBackAs(someone, provider, query))
        }
        const told = await Promise.all(trips.map(bind => bind()))
        expect(told.map(({ success }) => success).sort()).toEqual([false, false, true])
        expect(told.filter(({ success }) => !success).map(({ code }) => code)).toEqual([
          'identity_taken',
          'identity_taken',
        ])
      })
    })

    test('somebody who refuses at the provider is told so, and the state is used up', async () => {
      const on = site.browser()
      const { state } = await on.begin('github')
      expect(await on.comeBack('github', { error: 'access_denied', state })).toMatchObject({ code: 'sign_in_refused' })
      expect(await on.comeBack('github', { code: 'c', state })).toMatchObject({ code: 'sign_in_state_invalid' })
    })

    test('an unknown code or an unreachable provider reveals neither secret nor host', async () => {
      for (const provider of providers) {
        const on = site.browser()
        const told = await on.comeBack(provider, { code: 'made up', state: (await on.begin(provider)).state })
        expect(told).toMatchObject({ success: false, code: 'sign_in_provider_failed' })
        expect(JSON.stringify(told)).not.toMatch(/127\.0\.0\.1|secret/)
      }
    })

    test('a code of one sign-in does not work in another, thanks to PKCE and nonce', async () => {
      for (const provider of ['github', 'oidc'] as const) {
        const [victim, attacker] = [site.browser(), site.browser()]
        const stolen = await site.queryOf(provider, (await victim.begin(provider)).authorizeUrl, site.newId())
        for (const begun of [await attacker.begin(provider), await attacker.begin()]) {
          const told = await attacker.comeBack(provider, { ...stolen, state: begun.state })
          expect(told).toMatchObject({ success: false, code: 'sign_in_provider_failed' })
        }
      }
    })

    test('failed attempts are limited by client', async () => {
      const on = site.browser('203.0.113.5')
      for (let attempt = 0; attempt < 20; attempt++) await on.comeBack('github', { code: 'c', state: 'x' })
      expect(await on.comeBack('github', { code: 'c', state: 'x' })).toMatchObject({ status: 429 })
      expect(await site.browser('203.0.113.6').comeBack('github', { code: 'c', state: 'x' })).toMatchObject({
        status: 200,
      })
      for (let attempt = 0; attempt < 120; attempt++) await on.get('/api/oauth/state')
      expect(await on.get('/api/oauth/state')).toMatchObject({ status: 429 })
    })
  })
}
