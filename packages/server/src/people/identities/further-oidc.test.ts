import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { LOG_TYPE, ROLE, USER_ID_HEADER, type User } from '@tollgate/contract'
import { type ConsoleClient, signedIn, visitor } from '../../../test/support/console-client.ts'
import { databases } from '../../../test/support/databases.ts'
import { type IdentitySite, startIdentitySite } from '../../../test/support/identity-site.ts'
import { type OidcServer, type Person, startOidcServer } from '../../../test/support/oidc-server.ts'
import type { SignInBrowser } from '../../../test/support/sign-in-browser.ts'
import { endpoints } from '../../start/app.ts'

for (const { kind, open } of databases()) {
  describe(`further OIDC providers on ${kind}`, () => {
    let site: IdentitySite
    let root: ConsoleClient
    let servers: { north: OidcServer; south: OidcServer }
    beforeAll(async () => {
      site = await startIdentitySite(await open())
      const [north, south] = await Promise.all([
        startOidcServer('http://site.test/oauth/north'),
        startOidcServer('http://site.test/oauth/south'),
      ])
      servers = { north, south }
      root = await signedIn(site.app, endpoints, 'root')
    })
    beforeEach(async () => {
      await site.renew()
      root = await signedIn(site.app, endpoints, 'root')
      await setUp({ north: {}, south: {} })
    })
    afterAll(async () => {
      await Promise.all([servers.north.stop(), servers.south.stop()])
      await site.stop()
    })

    type Slug = keyof typeof servers
    const entry = (slug: Slug, more: object) => ({
      slug,
      name: `The ${slug}`,
      well_known: servers[slug].wellKnown,
      client_id: servers[slug].clientId,
      ...more,
    })
    const setList = (list: object[]) =>
      root('PUT', '/api/option/', { body: { key: 'oidc.providers', value: JSON.stringify(list) } })
    async function setUp(entries: Partial<Record<Slug, object>>) {
      const slugs = Object.keys(entries) as Slug[]
      expect(await setList(slugs.map(slug => entry(slug, entries[slug] ?? {})))).toMatchObject({ success: true })
      for (const slug of slugs) {
        const body = { slug, secret: servers[slug].clientSecret }
        expect(await root('PUT', '/api/option/oidc_provider_secret', { body })).toMatchObject({ success: true })
      }
    }
    async function visit(slug: Slug, person: Person, on: SignInBrowser = site.browser()) {
      const { authorizeUrl } = await on.begin(slug)
      servers[slug].person = person
      return on.comeBack(slug, await servers[slug].allow(authorizeUrl))
    }
    async function bind(userId: number, slug: Slug, sub: string) {
      const someone = await site.signedIn(userId)
      const { authorizeUrl } = await someone.begin(slug)
      servers[slug].person = { sub }
      return site.comeBackAs(someone, slug, await servers[slug].allow(authorizeUrl))
    }
    async function clientOf(id: number) {
      const { cookie } = await site.signedIn(id)
      return visitor(site.app, endpoints, { cookie, [USER_ID_HEADER]: String(id) })
    }
    const idOf = ({ data }: { data?: unknown }) => (data as User).id
    const newSub = () => `person-${site.newId()}`

    test('a person comes back as the same user; the same sub at two providers is two people', async () => {
      const sub = newSub()
      const first = await visit('north', { sub, preferred_username: 'nora' })
      expect(first).toMatchObject({ success: true, data: { username: 'nora', role: ROLE.user, oidc_id: '' } })
      expect(idOf(await visit('north', { sub }))).toBe(idOf(first))
      const other = await visit('south', { sub })
      expect(other.success).toBe(true)
      expect(idOf(other)).not.toBe(idOf(first))
    })

    test('visitors see names and icons, and nothing else of the enabled ones', async () => {
      await setUp({ north: { icon: 'N' }, south: { enabled: false } })
      const { data } = await site.browser().get('/api/status')
      expect(data).toMatchObject({ oidc_providers: [{ slug: 'north', name: 'The north', icon: 'N' }] })
      expect(JSON.stringify(data)).not.toContain(servers.north.wellKnown)
      expect(await site.browser().get('/api/oauth/state?provider=south')).toMatchObject({
        code: 'sign_in_method_disabled',
      })
    })

    test('an identity is bound once: again by its user, but by nobody else', async () => {
      const [owner, thief, sub] = [await site.addUser(), await site.addUser(), newSub()]
      expect(await bind(owner, 'north', sub)).toMatchObject({ message: 'bind', data: { id: owner } })
      expect(await bind(owner, 'north', sub)).toMatchObject({ message: 'bind' })
      expect(await bind(thief, 'north', sub)).toMatchObject({ code: 'identity_taken' })
      expect(idOf(await visit('north', { sub }))).toBe(owner)
    })

    test('another identity at the same provider replaces the first', async () => {
      const [owner, former, sub] = [await site.addUser(), newSub(), newSub()]
      await bind(owner, 'north', former)
      await bind(owner, 'north', sub)
      expect(idOf(await visit('north', { sub }))).toBe(owner)
      expect(idOf(await visit('north', { sub: former }))).not.toBe(owner)
    })

    test('a cancelled person stays out, but a living user may bind the identity they left', async () => {
      const sub = newSub()
      const gone = idOf(await visit('north', { sub }))
      await site.app.db.updateTable('users').set({ deleted_at: site.clock.now }).where('id', '=', gone).execute()
      expect(await visit('north', { sub })).toMatchObject({ code: 'identity_cancelled' })
      const heir = await site.addUser()
      expect(await bind(heir, 'north', sub)).toMatchObject({ message: 'bind' })
      expect(idOf(await visit('north', { sub }))).toBe(heir)
    })

    test('claims grant the mapped group and role at each sign-in, and the log says so', async () => {
      const maps = {
        group_claim: 'department',
        groups: { sales: 'vip' },
        role_claim: 'roles',
        roles: { ops: 'admin', staff: 'user' },
      }
      await setUp({ north: maps })
      const sub = newSub()
      const first = await visit('north', { sub, department: 'sales', roles: ['staff', 'ops'] })
      expect(first).toMatchObject({ data: { group: 'vip', role: ROLE.admin } })
      expect(await visit('north', { sub, department: 'unknown', roles: ['staff'] })).toMatchObject({
        data: { group: 'vip', role: ROLE.user },
      })
      const acts = await site.app.db
        .selectFrom('logs')
        .select('content')
        .where('user_id', '=', idOf(first))
        .where('type', '=', LOG_TYPE.manage)
        .orderBy('id')
        .execute()
      expect(acts.map(({ content }) => content.split(' ').slice(0, 2).join(' '))).toEqual(acts.map(() => 'The north'))
      expect(acts).toHaveLength(3)
    })

    test('no claim grants or removes the role of super admin', async () => {
      const refused = await setList([entry('north', { role_claim: 'roles', roles: { boss: 'root' } })])
      expect(refused).toMatchObject({ success: false, code: 'option_invalid' })
      expect(refused.message).toContain('gives the role root, which no provider can give')
      await setUp({ north: { role_claim: 'roles', roles: { staff: 'user' } } })
      const sub = newSub()
      const told = await visit('north', { sub, roles: ['root'] })
      expect(told).toMatchObject({ success: true, data: { role: ROLE.user } })
      await site.app.db.updateTable('users').set({ role: ROLE.root }).where('id', '=', idOf(told)).execute()
      expect(await visit('north', { sub, roles: ['staff'] })).toMatchObject({ data: { role: ROLE.root } })
      await site.app.db.updateTable('users').set({ role: ROLE.user }).where('id', '=', idOf(told)).execute()
    })

    test('a removed provider lets nobody in; its users keep their identity for its return', async () => {
      const sub = newSub()
      const id = idOf(await visit('north', { sub }))
      await setUp({ south: {} })
      expect(await site.browser().get('/api/oauth/state?provider=north')).toMatchObject({
        code: 'sign_in_method_disabled',
      })
      expect((await root('GET', `/api/user/${id}/identities`)).data).toEqual([
        { provider: 'north', name: 'north', subject: sub },
      ])
      await setUp({ north: {}, south: {} })
      expect(idOf(await visit('north', { sub }))).toBe(id)
    })

    test('a user unbinds their own, but not the last way to sign in; an administrator unbinds any', async () => {
      const sub = newSub()
      const on = site.browser()
      const id = idOf(await visit('north', { sub }, on))
      const user = await clientOf(id)
      expect((await user('GET', '/api/user/identities')).data).toEqual([
        { provider: 'north', name: 'The north', subject: sub },
      ])
      expect(await user('DELETE', '/api/user/identities/north')).toMatchObject({ code: 'identity_last' })
      await bind(id, 'south', sub)
      expect(await user('DELETE', '/api/user/identities/north')).toMatchObject({ success: true })
      expect(await user('DELETE', '/api/user/identities/north')).toMatchObject({ code: 'user_identity_unbound' })
      expect(await root('DELETE', `/api/user/${id}/identities/south`)).toMatchObject({ success: true })
      expect((await root('GET', `/api/user/${id}/identities`)).data).toEqual([])
      expect(await on.self()).toMatchObject({ code: 'session_missing' })
    })

    test('signing out leads to where the provider ends its session, only if the session came from there', async () => {
      const on = site.browser()
      const id = idOf(await visit('north', { sub: newSub() }, on))
      const leave = (browser: SignInBrowser, userId: number) =>
        browser.get('/api/user/logout', { [USER_ID_HEADER]: String(userId) }) as Promise<{ logout_url?: string }>
      const url = new URL((await leave(on, id)).logout_url ?? '')
      expect([url.origin, Object.fromEntries(url.searchParams)]).toEqual([
        servers.north.url,
        { client_id: servers.north.clientId, post_logout_redirect_uri: 'http://site.test/login' },
      ])
      const single = site.browser()
      const other = idOf(await site.ways.oidc(single))
      expect(await leave(single, other)).not.toHaveProperty('logout_url')
    })

    test('secrets are never shown, and a removed one is no longer used', async () => {
      const listed = JSON.stringify([
        (await root('GET', '/api/option/')).data,
        (await root('GET', '/api/option/secrets')).data,
      ])
      expect(listed).not.toContain(servers.north.clientSecret)
      await root('PUT', '/api/option/oidc_provider_secret', { body: { slug: 'north', secret: '' } })
      expect(await visit('north', { sub: newSub() })).toMatchObject({ code: 'sign_in_provider_failed' })
      expect(await visit('south', { sub: newSub() })).toMatchObject({ success: true })
    })

    test('only the super admin sets providers and secrets', async () => {
      const admin = await signedIn(site.app, endpoints, 'admin')
      const body = { slug: 'north', secret: 'x' }
      expect(await admin('PUT', '/api/option/oidc_provider_secret', { body })).toMatchObject({ code: 'role_too_low' })
      expect(await admin('PUT', '/api/option/', { body: { key: 'oidc.providers', value: '[]' } })).toMatchObject({
        code: 'option_needs_root',
      })
    })
  })
}
