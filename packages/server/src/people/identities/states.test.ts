import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { databases } from '../../../test/support/databases.ts'
import { type IdentitySite, startIdentitySite } from '../../../test/support/identity-site.ts'
import { removeExpiredStates } from './store.ts'

for (const { kind, open } of databases()) {
  describe(`started sign-ins on ${kind}`, () => {
    let site: IdentitySite
    beforeAll(async () => {
      site = await startIdentitySite(await open())
    })
    beforeEach(() => site.renew())
    afterAll(() => site.stop())

    describe('a state', () => {
      const trip = async (on = site.browser()) => {
        const { authorizeUrl } = await on.begin('github')
        return { on, query: site.github.allow(authorizeUrl, { id: site.newId(), login: 'stately' }) }
      }
      const refused = { success: false, code: 'sign_in_state_invalid' }

      test('is used only once, even by concurrent attempts', async () => {
        const { on, query } = await trip()
        const told = await Promise.all([1, 2, 3].map(() => on.get(`/api/oauth/github?${new URLSearchParams(query)}`)))
        expect(told.filter(({ code }) => code === 'sign_in_state_invalid')).toHaveLength(2)
        expect(await on.comeBack('github', query)).toMatchObject(refused)
      })

      test('works only in the browser that started it, and another browser does not use it up', async () => {
        const { on, query } = await trip()
        expect(await site.browser().comeBack('github', query)).toMatchObject(refused)
        const another = await trip()
        expect(await another.on.comeBack('github', query)).toMatchObject(refused)
        expect(await on.comeBack('github', query)).toMatchObject({ success: true })
      })

      test('works for ten minutes, and is then removed', async () => {
        const { on, query } = await trip()
        site.clock.now += 600
        expect(await on.comeBack('github', query)).toMatchObject(refused)
        expect(await removeExpiredStates(site.app.db, site.clock.now, 100_000)).toBeGreaterThan(0)
        expect(
          await site.app.db
            .selectFrom('sign_in_states')
            .selectAll()
            .where('expires_at', '<=', site.clock.now)
            .execute(),
        ).toEqual([])
      })

      test('works only for the provider it was started for', async () => {
        const { on, query } = await trip()
        expect(await on.comeBack('linuxdo', query)).toMatchObject(refused)
      })

      test('started by a signed-in user signs nobody else in and binds for nobody else', async () => {
        const [ann, bob] = [await site.signedIn(await site.addUser()), await site.signedIn(await site.addUser())]
        const begun = await ann.begin('github')
        const query = site.github.allow(begun.authorizeUrl, { id: site.newId(), login: 'stray' })
        expect(await ann.own.get(`/api/oauth/github?${new URLSearchParams(query)}`)).toMatchObject(refused)
        const again = await ann.begin('github')
        const second = site.github.allow(again.authorizeUrl, { id: site.newId(), login: 'stray' })
        const headers = { cookie: `${bob.cookie}; ${ann.own.cookies()}` }
        expect(await ann.own.get(`/api/oauth/github?${new URLSearchParams(second)}`, headers)).toMatchObject(refused)
      })

      test('that is made up, empty or missing is refused', async () => {
        for (const state of ['', 'x', 'a'.repeat(43), '; drop table users'])
          expect(await site.browser().comeBack('github', { code: 'c', state })).toMatchObject(refused)
        expect(await site.browser().get('/api/oauth/github?code=c')).toMatchObject(refused)
      })

      test('works without a provider, for a caller that builds the address itself', async () => {
        for (const provider of ['github', 'linuxdo'] as const) {
          const on = site.browser()
          const { state, authorizeUrl } = await on.begin()
          expect(authorizeUrl).toBe('')
          const made = {
            github: `${site.github.url}/login/oauth/authorize?client_id=${site.github.clientId}&state=${state}`,
            linuxdo: `${site.linuxdo.url}/oauth2/authorize?response_type=code&client_id=${site.linuxdo.clientId}&state=${state}&redirect_uri=${encodeURIComponent('http://site.test/oauth/linuxdo')}`,
          }[provider]
          const told = await on.comeBack(provider, await site.queryOf(provider, made, site.newId()))
          expect(told).toMatchObject({ success: true })
        }
      })

      test('is stored as a hash, together with the browser’s', async () => {
        const { state } = await site.browser().begin('github')
        const rows = JSON.stringify(await site.app.db.selectFrom('sign_in_states').selectAll().execute())
        expect(rows).not.toContain(state)
      })

      test('remembers the invite code', async () => {
        const inviter = await site.addUser()
        const { aff_code } = await site.rowOf(inviter)
        const on = site.browser()
        const { authorizeUrl } = await on.begin('github', aff_code)
        const told = await on.comeBack('github', site.github.allow(authorizeUrl, { id: site.newId(), login: 'guest' }))
        expect(told.data).toMatchObject({ inviter_id: inviter })
      })
    })
  })
}
