import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Call, ROLE, type Team, USER_ID_HEADER } from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../test/support/app.ts'
import { type ConsoleClient, visitor } from '../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../test/support/databases.ts'
import { subscribe } from '../money/plans/subscribe.ts'
import { testPlan } from '../money/plans/testing.ts'
import { markSetUp } from '../people/setup/store.ts'
import { insertUser } from '../people/users/store.ts'
import { SESSION_COOKIE, startSession } from '../platform/sessions/store.ts'
import { endpoints } from './app.ts'
import type { AppContext } from './app-context.ts'

/** No row has this id. */
const NOBODYS = 999_999
/** Added to an account's id, the id of what belongs to it. */
const OF_ACCOUNT = 500_000
/** Bodies that would succeed with the user's own id; other calls send only the id. */
const BODIES: Record<string, object> = {
  'PUT /api/user/': { display_name: 'taken over', password: 'a new password', group: 'default', quota: 5 },
  'POST /api/user/{id}/quota': { mode: 'override', value: 7 },
  'POST /api/subscription/': { plan_id: 1, reason: 'a gift' },
  'POST /api/subscription/{id}/manage': { reason: 'a whim' },
  'POST /api/order/{id}/complete': { reason: 'a whim' },
  'POST /api/order/{id}/refund': { cents: 1, reason: 'a whim' },
}
/** Calls about accounts, and about what belongs to one. */
const OF_ACCOUNTS = /^\/api\/(user|order|subscription)\//
const ACTIONS = {
  '/api/user/manage': ['promote', 'demote', 'enable', 'disable', 'delete'],
  '/api/subscription/{id}/manage': ['pause', 'resume', 'reset', 'end'],
} as Record<string, string[]>
/** Fields a user may not set on their own account. */
const SMUGGLED = {
  role: ROLE.root,
  status: 3,
  quota: 1e9,
  used_quota: 0,
  request_count: 0,
  group: 'vip',
  aff_code: 'mine',
  aff_count: 9,
  aff_quota: 1e9,
  aff_history_quota: 1e9,
  inviter_id: 1,
  access_token: 'mine',
  deleted_at: 1,
  created_at: 1,
  last_login_at: 1,
}

const named = ({ method, path }: Call) => `${method} ${path}`
const served = endpoints.map(({ call }) => call)
const has = (schema: Call['body'], name: string) =>
  Boolean(schema && 'shape' in schema && name in (schema.shape as object))
const takesId = (call: Call) =>
  has(call.params, 'id') || has(call.body, 'id') || has(call.query, 'id') || has(call.body, 'user_id')

for (const { kind, open } of databases()) {
  describe(`other users’ data (${kind})`, () => {
    let database: TestDatabase
    let app: AppContext
    beforeAll(async () => {
      database = await open()
      app = await testApp(database)
      await markSetUp(app.db, app.version, TEST_NOW)
    })
    afterAll(() => database.close())

    interface Somebody {
      id: number
      client: ConsoleClient
    }
    async function somebody(name: string, role: number): Promise<Somebody> {
      const user = { username: name, aff_code: name, role, quota: 100_000, email: `${name}@example.org` }
      const id = await insertUser(app.db, { ...user, created_at: TEST_NOW })
      const session = await startSession(app.db, { userId: id, now: TEST_NOW, ip: '192.0.2.1', userAgent: 'test' })
      const headers = { cookie: `${SESSION_COOKIE}=${session}`, [USER_ID_HEADER]: String(id) }
      const client = visitor(app, endpoints, headers)
      const made = await client('POST', '/api/token/', { body: { name: `of ${name}`, unlimited_quota: true } })
      expect(made).toMatchObject({ success: true })
      const order = { user_id: id, amount: 1, money_cents: 100, trade_no: `order of ${name}`, create_time: TEST_NOW }
      await app.db.insertInto('top_ups').values(order).execute()
      await app.db.insertInto('logs').values({ user_id: id, username: name, type: 2, created_at: TEST_NOW }).execute()
      return { id, client }
    }

    /** A team of theirs. */
    async function teamOf({ client }: Somebody): Promise<number> {
      const { data } = await client('POST', '/api/team/', { body: { name: 'theirs' } })
      return (data as Team).id
    }

    const send = (client: ConsoleClient, call: Call, id: string | number, more: object = {}) =>
      client(
        call.method,
        call.path.replace('{id}', String(id)).replace('{identity}', 'github_id').replace('{provider}', 'north'),
        {
          body: call.method === 'GET' || !call.body ? undefined : { id, user_id: id, ...BODIES[named(call)], ...more },
        },
      )

    test('is in no list of a user', async () => {
      await somebody('root1', ROLE.root)
      await somebody('admin1', ROLE.admin)
      await somebody('ann', ROLE.user)
      const cat = await somebody('cat', ROLE.user)
      for (const call of served.filter(
        ({ access, method, params }) => access === 'user' && method === 'GET' && !params,
      )) {
        const answer = JSON.stringify(await cat.client('GET', `${call.path}?user_id=1&username=ann&p=1&page_size=100`))
        expect({
          call: named(call),
          shows: /order of (?!cat)|of ann|ann@example|root1|admin1/.exec(answer)?.[0],
        }).toEqual({
          call: named(call),
          shows: undefined,
        })
      }
    })

    test('that an administrator may not change stays unchanged: equals, superiors, themselves and the teams of these', async () => {
      const root = await somebody('root2', ROLE.root)
      const peer = await somebody('admin2', ROLE.admin)
      const self = await somebody('admin3', ROLE.admin)
      const plan = await testPlan(app.db)
      const people = [root.id, peer.id, self.id]
      const teams = await Promise.all([root, peer, self].map(teamOf))
      const protectedIds = [...people, ...teams]
      // What belongs to an account has the account's id.
      for (const id of protectedIds) {
        const order = { user_id: id, amount: 1, money_cents: 100, trade_no: `of account ${id}`, create_time: TEST_NOW }
        await app.db
          .insertInto('top_ups')
          .values({ id: OF_ACCOUNT + id, ...order })
          .execute()
        const { id: given } = await subscribe(app.db, { userId: id, plan, source: 'given', now: TEST_NOW }, app)
        await app.db
          .updateTable('subscriptions')
          .set({ id: OF_ACCOUNT + id })
          .where('id', '=', given)
          .execute()
      }
      const accounts = async () => {
        const of = (table: 'sessions' | 'top_ups' | 'subscriptions') =>
          app.db.selectFrom(table).selectAll().where('user_id', 'in', protectedIds).orderBy('id').execute()
        const users = app.db.selectFrom('users').selectAll().where('id', 'in', protectedIds).orderBy('id').execute()
        return Promise.all([users, of('sessions'), of('top_ups'), of('subscriptions')])
      }
      const before = await accounts()
      for (const call of served.filter(call => call.access === 'admin' && OF_ACCOUNTS.test(call.path) && takesId(call)))
        for (const account of protectedIds)
          for (const action of ACTIONS[call.path] ?? ['']) {
            const id = /^\/api\/(order|subscription)\/\{/.test(call.path) ? OF_ACCOUNT + account : account
            const answer = await send(self.client, call, id, action ? { action } : {})
            if (call.method !== 'GET')
              expect({ call: named(call), id, action, code: answer.code }).toEqual({
                call: named(call),
                id,
                action,
                code: 'user_role_not_below',
              })
          }
      expect(await accounts()).toEqual(before)
    }, 60_000)

    test('includes fields a user may not set on their own account, whatever a body contains', async () => {
      const dan = await somebody('dan', ROLE.user)
      const account = async () => {
        const row = await app.db.selectFrom('users').selectAll().where('id', '=', dan.id).executeTakeFirstOrThrow()
        return Object.fromEntries(Object.keys(SMUGGLED).map(name => [name, row[name as keyof typeof row]]))
      }
      const before = await account()
      const valid = {
        notify_type: 'email',
        accept_unset_model_ratio_model: false,
        name: 'mine',
        unlimited_quota: true,
        username: 'dan',
        display_name: 'Dan',
        password: '',
      }
      const isLeaving = ({ path, method }: Call) =>
        path.includes('logout') || (method === 'DELETE' && path === '/api/user/self')
      for (const call of served.filter(
        ({ access, method }) => access !== 'admin' && access !== 'root' && method !== 'GET',
      )) {
        if (isLeaving(call)) continue
        await dan.client(call.method, call.path.replace('{id}', String(NOBODYS)), {
          body: { ...valid, id: dan.id, user_id: dan.id, ...SMUGGLED },
        })
        expect({ call: named(call), ...(await account()) }).toEqual({ call: named(call), ...before })
      }
      const fresh = { username: 'smuggler', password: 'correct horse', password2: 'correct horse' }
      const answer = await visitor(app, endpoints)('POST', '/api/user/register', { body: { ...fresh, ...SMUGGLED } })
      expect(answer).toMatchObject({ success: true })
      const made = await app.db
        .selectFrom('users')
        .selectAll()
        .where('username', '=', 'smuggler')
        .executeTakeFirstOrThrow()
      expect(made).toMatchObject({
        role: ROLE.user,
        status: 1,
        quota: 0,
        group: 'default',
        inviter_id: 0,
        aff_quota: 0,
        access_token: null,
        deleted_at: null,
      })
    }, 60_000)
  })
}
