import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  type Administrator,
  type Call,
  CONSOLE_LANGUAGES,
  calls,
  messages,
  missingRight,
  type NeededRight,
  namedRights,
  optionKeys,
  optionLines,
  RIGHTS,
  type Right,
  ROLE,
  rightToChange,
  rightToRead,
  USER_ID_HEADER,
  type User,
  withBroughtRights,
} from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, visitor } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { testPlan } from '../../money/plans/testing.ts'
import { makeRateLimiter } from '../../platform/http/rate-limit.ts'
import { SESSION_COOKIE, startSession } from '../../platform/sessions/store.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'
import { markSetUp } from '../setup/store.ts'
import { insertUser } from '../users/store.ts'

const forAdmins = endpoints.map(({ call }): Call => call).filter(({ access }) => access === 'admin')
const nameOf = ({ method, path }: Call) => `${method} ${path}`

test('every call for administrators names its right, and no other call does', () => {
  for (const { call } of endpoints)
    expect([nameOf(call), call.right !== undefined]).toEqual([nameOf(call), call.access === 'admin'])
})

test('every right opens something, and only harmless calls are open to an administrator without rights', () => {
  const named = new Set(forAdmins.flatMap(({ right = 'every-admin' }) => namedRights(right)))
  expect(RIGHTS.filter(right => !named.has(right))).toEqual([])
  expect(
    forAdmins
      .filter(({ right }) => right === 'every-admin')
      .map(nameOf)
      .sort(),
  ).toEqual(['GET /api/group/', 'GET /api/setup/steps'])
})

for (const { kind, open } of databases()) {
  describe(`limited administrators on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let now = TEST_NOW
    let root: Person
    beforeAll(async () => {
      database = await open()
      app = await testApp(database, { now: () => now })
      await markSetUp(app.db, app.version, now)
      root = await person('root')
    })
    afterAll(() => database.close())

    interface Person {
      id: number
      name: string
      /** Signed in and confirmed. */
      client: ConsoleClient
      /** Uses the system access token. */
      script: ConsoleClient
    }
    async function person(role: keyof typeof ROLE, rights: readonly Right[] | null = null): Promise<Person> {
      const name = crypto.randomUUID().slice(0, 8)
      const access_token = app.secrets.fingerprint(name)
      const fields = { username: name, aff_code: name, access_token, created_at: now }
      const id = await insertUser(app.db, { ...fields, role: ROLE[role], rights: rights?.join(',') ?? null })
      const session = await startSession(app.db, { userId: id, now, ip: '192.0.2.1', userAgent: 'test' })
      const as = (headers: Record<string, string>): ConsoleClient =>
        visitor({ ...app, rateLimiter: makeRateLimiter(() => now) }, endpoints, {
          ...headers,
          [USER_ID_HEADER]: String(id),
        })
      return { id, name, client: as({ cookie: `${SESSION_COOKIE}=${session}` }), script: as({ authorization: name }) }
    }
    const give = (id: number, rights: readonly Right[] | null, by = root.client) =>
      by('PUT', `/api/user/${id}/rights`, { body: { rights } })
    const self = async (client: ConsoleClient) => (await client('GET', '/api/user/self')).data as User
    /** Whether a call gets past the guard. Its input is then refused, or names something that does not exist. */
    const isOpen = async (client: ConsoleClient, { method, path }: Call) => {
      const { code } = await client(method, path.replace(/\{\w+\}/g, '999999'), { body: { nonsense: [] } })
      return code !== 'right_missing'
    }
    const covers = (held: readonly Right[], needed: NeededRight) =>
      missingRight({ role: ROLE.admin, rights: held }, needed) === null

    test.each(RIGHTS.map(right => [right]))('with %s can make exactly its calls', async right => {
      const { client } = await person('admin', [right])
      for (const call of forAdmins) {
        if (acts(call)) continue
        const opens = covers([right], call.right ?? 'every-admin')
        expect([nameOf(call), await isOpen(client, call)]).toEqual([nameOf(call), opens])
      }
    })

    test('without a limit differ from those with no rights: they can make every call', async () => {
      const { client } = await person('admin')
      const none = await person('admin', [])
      for (const call of forAdmins) {
        if (acts(call)) continue
        expect([nameOf(call), await isOpen(client, call)]).toEqual([nameOf(call), true])
        expect([nameOf(call), await isOpen(none.client, call)]).toEqual([nameOf(call), call.right === 'every-admin'])
      }
    })

    test('are refused in one sentence with the name of the right, in their language', async () => {
      const { client, script } = await person('admin', ['prices'])
      for (const language of CONSOLE_LANGUAGES)
        for (const way of [client, script]) {
          const answer = await way('GET', '/api/log/', { language })
          expect(answer).toMatchObject({ status: 403, success: false, code: 'right_missing' })
          expect(answer.message).toContain(messages[language].rights.logs.name)
        }
    })

    test('lose a right with the next call, by session and by token, and regain it the same way', async () => {
      const { id, client, script } = await person('admin')
      const codes = async () => [(await client('GET', '/api/log/')).code, (await script('GET', '/api/log/')).code]
      expect(await codes()).toEqual([undefined, undefined])
      expect(await give(id, ['channels.keys', 'codes'])).toMatchObject({
        success: true,
        data: { rights: ['channels.see', 'channels.keys', 'codes'], given_by: root.name, given_at: now },
      })
      expect(await codes()).toEqual(['right_missing', 'right_missing'])
      expect((await self(client)).rights).toEqual(['channels.see', 'channels.keys', 'codes'])
      expect(await give(id, null)).toMatchObject({ data: { rights: null } })
      expect(await codes()).toEqual([undefined, undefined])
    })

    test('get their limits only from the super admin with a fresh confirmation', async () => {
      const { id, client } = await person('admin', ['users.edit', 'users.see'])
      const other = await person('admin')
      const user = await person('user')
      for (const by of [client, other.client, user.client])
        for (const whose of [id, other.id, root.id])
          expect(await give(whose, null, by)).toMatchObject({ status: 403, code: 'role_too_low' })
      expect(await give(id, null, root.script)).toMatchObject({ code: 'confirmation_needs_session' })
      expect(await give(root.id, [])).toMatchObject({ code: 'user_role_not_below' })
      expect(await give(user.id, [])).toMatchObject({ code: 'user_is_no_admin' })
      expect(await give(id, ['everything' as Right])).toMatchObject({ code: 'input_invalid' })
      now += 601
      expect(await give(id, null)).toMatchObject({ code: 'confirmation_needed' })
      now -= 601
      expect((await self(client)).rights).toEqual(['users.edit', 'users.see'])
    })

    test('leave a line in the audit trail, and are listed with who limited them', async () => {
      const { id, name } = await person('admin')
      await give(id, ['jobs'])
      await give(id, [])
      await give(id, null)
      const rows = await app.db
        .selectFrom('logs')
        .select('content')
        .where('user_id', '=', root.id)
        .where('content', 'like', `%${name}%`)
        .orderBy('id')
        .execute()
      expect(rows.map(({ content }) => content)).toEqual([
        `${root.name} limited administrator ${id} (${name}) to these rights: Jobs`,
        `${root.name} limited administrator ${id} (${name}) to these rights: empty`,
        `${root.name} gave administrator ${id} (${name}) all rights of an administrator`,
      ])
      const { client } = await person('admin', ['users.see'])
      const listed = (await client('GET', '/api/rights/')).data as Administrator[]
      expect(listed[0]).toMatchObject({ role: ROLE.root })
      expect(listed.find(one => one.id === id)).toMatchObject({ rights: null, given_by: root.name, given_at: now })
    })

    test('cannot gain rights by other calls', async () => {
      const { id, client, script } = await person('admin', ['users.see', 'users.edit', 'settings', 'channels.see'])
      const standing = async () => {
        const { role, rights, quota, group } = await self(client)
        return { role, rights, quota, group }
      }
      const before = await standing()
      const body = {
        id,
        rights: null,
        role: 100,
        action: 'promote',
        username: 'x',
        ids: [id],
        key: 'rights',
        value: '',
      }
      for (const call of endpoints.map(({ call }): Call => call).filter(({ method }) => method !== 'GET'))
        if (!acts(call) && !ENDING.test(call.path))
          for (const way of [client, script])
            await way(call.method, call.path.replace(/\{\w+\}/g, String(id)), { body })
      expect(await standing()).toEqual(before)
      const user = await person('user')
      for (const change of [{ quota: 5 }, { group: 'vip' }, { quota_period: '' }, { period_quota: 0 }])
        expect(await client('PUT', '/api/user/', { body: { id: user.id, remark: 'x', ...change } })).toMatchObject({
          code: 'right_missing',
          field: Object.keys(change)[0],
        })
      await app.options.set('QuotaForNewUser', '5')
      const made = await client('POST', '/api/user/', { body: { username: 'mint', password: 'correct horse' } })
      expect(made).toMatchObject({ code: 'right_missing' })
      await app.options.set('QuotaForNewUser', '0')
      const plan = await testPlan(app.db, { for_new_users: 1 })
      const planned = await client('POST', '/api/user/', { body: { username: 'sower', password: 'correct horse' } })
      expect(planned).toMatchObject({ code: 'right_missing' })
      await app.db.updateTable('plans').set({ for_new_users: 0 }).where('id', '=', plan.id).execute()
      const names = await app.db.selectFrom('users').select('username').execute()
      expect(names.filter(({ username }) => username === 'mint' || username === 'sower')).toEqual([])
    })

    test('who are demoted and promoted again keep nothing of before', async () => {
      const { id, client } = await person('admin', ['logs'])
      const manage = (action: string) => root.client('POST', '/api/user/manage', { body: { id, action } })
      await manage('demote')
      expect(await client('GET', '/api/log/')).toMatchObject({ status: 401 })
      const demoted = await app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      expect(demoted).toMatchObject({ role: ROLE.user, rights: null, rights_by: 0, rights_at: 0 })
      await manage('promote')
      const listed = (await root.client('GET', '/api/rights/')).data as Administrator[]
      expect(listed.find(one => one.id === id)).toMatchObject({ rights: null, given_by: root.name })
    })

    test('change and read the options of their rights', async () => {
      for (const right of ['settings', 'prices', 'logs'] as const) {
        const { client } = await person('admin', [right])
        const { data } = await client('GET', '/api/option/')
        const shown = Array.isArray(data) ? data.map(({ key }) => key) : []
        expect(shown).toEqual(optionKeys.filter(key => !optionLines[key].secret && covers([right], rightToRead(key))))
        for (const key of optionKeys.filter(key => !optionLines[key].access)) {
          const value = optionLines[key].write(optionLines[key].default)
          const { code = '' } = await client('PUT', '/api/option/', { body: { key, value } })
          expect([key, code !== 'right_missing']).toEqual([key, covers([right], rightToChange(key))])
        }
      }
    })

    test('see no channel secrets without the right to keys, and cannot send keys elsewhere', async () => {
      const secret = 'canary-3f'
      const made = await root.client('POST', '/api/channel/', {
        body: {
          type: 1,
          name: 'one',
          key: `sk-${secret}`,
          models: 'm',
          base_url: `https://u:${secret}@up.example/v1?key=${secret}`,
          setting: `{"proxy":"http://u:${secret}@proxy.example"}`,
          param_override: `{"api_key":"${secret}"}`,
        },
      })
      const [{ id }] = made.data as [{ id: number }]
      const { client } = await person('admin', withBroughtRights(RIGHTS.filter(right => right !== 'channels.keys')))
      for (const call of forAdmins.filter(({ method, path }) => method === 'GET' && !/test|balance|fetch/.test(path))) {
        const answer = await client('GET', call.path.replace('{id}', String(id)))
        expect([call.path, JSON.stringify(answer).includes(secret)]).toEqual([call.path, false])
      }
      expect((await client('GET', `/api/channel/search?keyword=${secret}`)).data).toMatchObject({ total: 0 })
      const change = (body: object) => client('PUT', '/api/channel/', { body: { id, ...body } })
      for (const field of ['type', 'key', 'base_url', 'other', 'setting', 'param_override', 'model_mapping'])
        expect(await change({ [field]: field === 'type' ? 8 : '{}' })).toMatchObject({ code: 'right_missing', field })
      // prices apply to the name that a client calls, so a mapping could make an expensive model answer at the price of
      // a cheap one
      const ofTag = await client('PUT', '/api/channel/tag', { body: { tag: 'east', model_mapping: '{"m":"dear"}' } })
      expect(ofTag).toMatchObject({ code: 'right_missing', field: 'model_mapping' })
      expect(JSON.stringify(await change({ priority: 7 }))).not.toContain(secret)
      expect(JSON.stringify(await client('POST', `/api/channel/copy/${id}`, { body: {} }))).not.toContain(secret)
    })

    test('see in price lists only what they may see of other users', async () => {
      const { client } = await person('admin', ['prices'])
      const models = (await client('GET', '/api/model-prices/')).data as { channels: unknown[] }[]
      expect(models.length).toBeGreaterThan(0)
      expect(models.flatMap(({ channels }) => channels)).toEqual([])
      const all = (await root.client('GET', '/api/model-prices/')).data as { channels: unknown[] }[]
      expect(all.flatMap(({ channels }) => channels).length).toBeGreaterThan(0)
    })

    test('remove sign-in identities from users below them, which is logged in the audit trail and ends sessions', async () => {
      const { client, name } = await person('admin', ['users.see', 'users.edit'])
      const user = await person('user')
      const other = await person('admin')
      for (const { id } of [user, other])
        await app.db.updateTable('users').set({ github_id: 'octo' }).where('id', '=', id).execute()
      const unbind = (id: number, identity: string, by = client) => by('DELETE', `/api/user/${id}/identity/${identity}`)
      expect(await unbind(other.id, 'github_id')).toMatchObject({ code: 'user_role_not_below' })
      expect(await unbind(user.id, 'oidc_id')).toMatchObject({ code: 'user_identity_unbound' })
      expect(await unbind(user.id, 'password')).toMatchObject({ code: 'input_invalid' })
      expect(await unbind(user.id, 'github_id')).toMatchObject({ success: true })
      expect(await user.client('GET', '/api/user/self')).toMatchObject({ status: 401 })
      expect(await user.script('GET', '/api/user/self')).toMatchObject({ data: { github_id: '' } })
      const row = await app.db.selectFrom('logs').select('content').orderBy('id', 'desc').executeTakeFirst()
      expect(row?.content).toBe(`${name} unbound the sign-in identity GitHub of user ${user.id} (${user.name})`)
    })

    test('write remarks on users, who never see them', async () => {
      const { client } = await person('admin', ['users.see', 'users.edit'])
      const user = await person('user')
      expect(await client('PUT', '/api/user/', { body: { id: user.id, remark: ' pays late ' } })).toMatchObject({
        data: { remark: 'pays late' },
      })
      expect((await client('GET', `/api/user/${user.id}`)).data).toMatchObject({ remark: 'pays late' })
      expect(JSON.stringify(await user.client('GET', '/api/user/self'))).not.toContain('pays late')
    })
  })
}

/** Calls that this test skips: they act without any input, and tests of their own folders cover them. */
const ACTING = new Set<string>([
  nameOf(calls.manyChannels.removeDisabled),
  nameOf(calls.channelTests.testAll),
  nameOf(calls.channelTests.updateBalances),
  nameOf(calls.site.checkUpdate),
])
const acts = (call: Call): boolean => ACTING.has(nameOf(call))
/** Calls that end the caller's session or account. */
const ENDING = /self|logout|sessions/
