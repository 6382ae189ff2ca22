import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Access, type Call, calls, ROLE, USER_ID_HEADER, USER_STATUS } from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../test/support/app.ts'
import { type ConsoleClient, signedIn, visitor } from '../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../test/support/databases.ts'
import { markSetUp } from '../people/setup/store.ts'
import { insertUser } from '../people/users/store.ts'
import { SESSION_COOKIE, startSession } from '../platform/sessions/store.ts'
import { endpoints } from './app.ts'
import type { AppContext } from './app-context.ts'

const [sqlite] = databases()
let database: TestDatabase
let app: AppContext
let now = TEST_NOW
beforeAll(async () => {
  if (!sqlite) throw new Error('no database to test on')
  database = await sqlite.open()
  app = await testApp(database, { now: () => now })
  await markSetUp(app.db, app.version, now)
})
afterAll(() => database.close())

const named = ({ method, path }: Call) => `${method} ${path}`
const served = endpoints.map(({ call }) => call)
const withAccess = (access: Access) => served.filter(call => call.access === access).map(named)
const send = (client: ConsoleClient, { method, path }: Call) =>
  client(method, path.replace(/\{\w*id\}/g, '999999'), { body: method === 'GET' ? undefined : {} })

describe('the table of routes', () => {
  test('serves every call of the contract once', () => {
    const promised = Object.values(calls).flatMap(room => Object.values<Call>(room).map(named))
    expect(served.map(named).sort()).toEqual(promised.sort())
  })

  test('makes public only the calls that need no sign-in', () => {
    expect(withAccess('public').sort()).toEqual([
      'GET /api/about',
      'GET /api/home_page_content',
      'GET /api/notice',
      'GET /api/oauth/state',
      'GET /api/oauth/telegram/bind',
      'GET /api/oauth/telegram/login',
      'GET /api/oauth/wechat',
      'GET /api/oauth/{type}',
      'GET /api/openapi.json',
      'GET /api/page/{slug}',
      'GET /api/pricing',
      'GET /api/pricing/model',
      'GET /api/privacy-policy',
      'GET /api/reset_password',
      'GET /api/setup',
      'GET /api/status',
      'GET /api/status/availability',
      'GET /api/user-agreement',
      'GET /api/user/epay/notify',
      'GET /api/user/logout',
      'GET /api/verification',
      'POST /api/invitation/read',
      'POST /api/invitation/register',
      'POST /api/message/unsubscribe/{token}',
      'POST /api/setup',
      'POST /api/user/epay/notify',
      'POST /api/user/login',
      'POST /api/user/login/agreement',
      'POST /api/user/login/passkey',
      'POST /api/user/login/passkey/options',
      'POST /api/user/login/second_factor',
      'POST /api/user/logout',
      'POST /api/user/register',
      'POST /api/user/reset',
      'POST /api/user/stripe/notify',
    ])
  })

  test('gives users access only to their own data', () => {
    expect(withAccess('user').sort()).toEqual([
      'DELETE /api/subscription/self/{id}',
      'DELETE /api/team/{id}',
      'DELETE /api/team/{id}/invitations/{invitation_id}',
      'DELETE /api/team/{id}/members/{user_id}',
      'DELETE /api/team/{id}/plans/{subscription_id}',
      'DELETE /api/team/{id}/plans/{subscription_id}/seats/{user_id}',
      'DELETE /api/team/{id}/tokens/{token_id}',
      'DELETE /api/token/{id}',
      'DELETE /api/user/identities/{provider}',
      'DELETE /api/user/passkey/{id}',
      'DELETE /api/user/second_factor',
      'DELETE /api/user/self',
      'DELETE /api/user/self/sessions',
      'DELETE /api/user/self/sessions/{id}',
      'DELETE /api/user/view',
      'GET /api/dashboard/self',
      'GET /api/dashboard/self/days',
      'GET /api/dashboard/self/flow',
      'GET /api/dashboard/self/latency',
      'GET /api/dashboard/self/shares',
      'GET /api/dashboard/self/unusual',
      'GET /api/dashboard/self/wallet',
      'GET /api/data/self',
      'GET /api/log/self',
      'GET /api/log/self/export',
      'GET /api/log/self/live',
      'GET /api/log/self/receipt/{id}',
      'GET /api/log/self/stat',
      'GET /api/message/inbox',
      'GET /api/message/mails',
      'GET /api/mj/self/',
      'GET /api/models',
      'GET /api/oauth/email/bind',
      'GET /api/oauth/wechat/bind',
      'GET /api/overview',
      'GET /api/refund/self',
      'GET /api/subscription/plans',
      'GET /api/subscription/self',
      'GET /api/subscription/self/{id}/upgrade',
      'GET /api/task/self',
      'GET /api/team/',
      'GET /api/team/{id}',
      'GET /api/team/{id}/entries',
      'GET /api/team/{id}/invitations',
      'GET /api/team/{id}/members',
      'GET /api/team/{id}/plans',
      'GET /api/team/{id}/plans/shop',
      'GET /api/team/{id}/plans/{subscription_id}/upgrade',
      'GET /api/team/{id}/projects',
      'GET /api/team/{id}/tokens',
      'GET /api/token/',
      'GET /api/token/search',
      'GET /api/token/{id}',
      'GET /api/token/{id}/children',
      'GET /api/user/aff',
      'GET /api/user/confirmation',
      'GET /api/user/identities',
      'GET /api/user/models',
      'GET /api/user/passkey',
      'GET /api/user/second_factor',
      'GET /api/user/self',
      'GET /api/user/self/groups',
      'GET /api/user/self/sessions',
      'GET /api/user/self/statement',
      'GET /api/user/token',
      'GET /api/user/topup/self',
      'GET /api/user/topup/self/{id}/invoice',
      'POST /api/invitation/accept',
      'POST /api/message/inbox/read',
      'POST /api/subscription/self',
      'POST /api/subscription/self/order',
      'POST /api/subscription/self/{id}/upgrade',
      'POST /api/team/',
      'POST /api/team/invitation',
      'POST /api/team/invitation/accept',
      'POST /api/team/invitation/decline',
      'POST /api/team/{id}/deposit',
      'POST /api/team/{id}/invitations',
      'POST /api/team/{id}/leave',
      'POST /api/team/{id}/plans',
      'POST /api/team/{id}/plans/order',
      'POST /api/team/{id}/plans/{subscription_id}/upgrade',
      'POST /api/team/{id}/projects',
      'POST /api/team/{id}/tokens',
      'POST /api/token/',
      'POST /api/token/{id}/children',
      'POST /api/user/aff_transfer',
      'POST /api/user/amount',
      'POST /api/user/confirmation',
      'POST /api/user/confirmation/passkey',
      'POST /api/user/confirmation/passkey/options',
      'POST /api/user/passkey',
      'POST /api/user/passkey/options',
      'POST /api/user/pay',
      'POST /api/user/second_factor',
      'POST /api/user/second_factor/enable',
      'POST /api/user/second_factor/recovery_codes',
      'POST /api/user/topup',
      'POST /api/user/topup/self/settle',
      'PUT /api/message/mails',
      'PUT /api/subscription/self/{id}',
      'PUT /api/team/{id}',
      'PUT /api/team/{id}/members/{user_id}',
      'PUT /api/team/{id}/owner',
      'PUT /api/team/{id}/plans/{subscription_id}',
      'PUT /api/team/{id}/plans/{subscription_id}/seats/{user_id}',
      'PUT /api/team/{id}/projects/{project_id}',
      'PUT /api/team/{id}/tokens/{token_id}',
      'PUT /api/token/',
      'PUT /api/token/{id}/frozen',
      'PUT /api/user/look',
      'PUT /api/user/passkey/{id}',
      'PUT /api/user/self',
      'PUT /api/user/setting',
      'PUT /api/user/view',
    ])
  })
})

describe('the guard', () => {
  const rank: Record<Access, number> = { public: 0, user: ROLE.user, admin: ROLE.admin, root: ROLE.root }

  test.each(served.map(call => [named(call), call] as const))(
    'of %s admits the roles of the table',
    async (_, call) => {
      const statuses = {
        nobody: (await send(visitor(app, endpoints), call)).status,
        user: (await send(await signedIn(app, endpoints, 'user'), call)).status,
        admin: (await send(await signedIn(app, endpoints, 'admin'), call)).status,
        root: (await send(await signedIn(app, endpoints, 'root'), call)).status,
      }
      // Unless its input is refused first, a call about a team finds no such team; a page opened in a browser and a
      // page of the operator's get the same answer.
      const isComplete = [call.body, call.query].every(part => part?.safeParse({}).success !== false)
      const isOfTeam = call.team !== undefined && isComplete
      const isUnsigned = call.path === calls.payment.stripe.path
      const isOfNothing = isOfTeam || call === calls.status.page || call.path.includes('/receipt/')
      const admitted = isUnsigned ? 400 : isOfNothing ? 404 : 200
      const forRole = (role: number) => (role >= rank[call.access] ? admitted : 403)
      expect(statuses).toEqual({
        nobody: call.access === 'public' ? admitted : 401,
        user: forRole(ROLE.user),
        admin: forRole(ROLE.admin),
        root: forRole(ROLE.root),
      })
    },
  )

  test('of a demo site allows no writes except the login and the option that ends the demo', async () => {
    await app.options.set('DemoSiteEnabled', 'true')
    const root = await signedIn(app, endpoints, 'root')
    const admin = await signedIn(app, endpoints, 'admin')
    // Signing out would end the session of the other calls.
    const writes = served.filter(call => call.method !== 'GET' && call !== calls.users.logoutByPost)
    const open = async (client: ConsoleClient) => {
      const statuses = await Promise.all(writes.map(async call => [named(call), (await send(client, call)).status]))
      // A caller who may never make a call is told so instead.
      return statuses.filter(([, status]) => status !== 405 && status !== 403).map(([name]) => name)
    }
    const signIns = ['', '/agreement', '/passkey', '/passkey/options', '/second_factor'].map(
      step => `POST /api/user/login${step}`,
    )
    expect((await open(admin)).sort()).toEqual(['POST /api/setup', ...signIns])
    expect((await open(root)).sort()).toEqual(['POST /api/setup', ...signIns, 'PUT /api/option/'])
    expect(await send(root, calls.tokens.create)).toMatchObject({ status: 405, success: false, code: 'demo_site' })
    const said = (['en', 'zh', 'ru'] as const).map(
      async language => (await root('POST', '/api/token/', { language })).message,
    )
    expect(await Promise.all(said)).toEqual([
      'This site is for demo only, no server',
      '本站仅供演示，无服务端',
      'Это демонстрационный сайт, сервера нет',
    ])
    await app.options.set('DemoSiteEnabled', 'false')
  })

  test('has no other routes, and ignores a trailing slash', async () => {
    const admin = await signedIn(app, endpoints, 'admin')
    expect(await admin('GET', '/api/nothing')).toMatchObject({ status: 404, code: 'route_unknown' })
    expect(await admin('PATCH', '/api/user/self')).toMatchObject({ status: 404 })
    for (const path of ['/api/user/self', '/api/user/self/', '/api/channel', '/api/channel/']) {
      expect(await admin('GET', path)).toMatchObject({ status: 200, success: true })
    }
  })
})

describe('a caller', () => {
  const makeUser = async (fields: { status?: number; deleted_at?: number; access_token?: string } = {}) => {
    const name = crypto.randomUUID().slice(0, 12)
    const id = await insertUser(app.db, { username: name, aff_code: name, created_at: now, ...fields })
    const session = await startSession(app.db, { userId: id, now, ip: '127.0.0.1', userAgent: 'test' })
    return { id, cookie: `${SESSION_COOKIE}=${session}` }
  }
  const self = (headers: Record<string, string>) => visitor(app, endpoints)('GET', '/api/user/self', { headers })

  test('must state truthfully who they are', async () => {
    const { id, cookie } = await makeUser()
    expect(await self({ cookie, [USER_ID_HEADER]: String(id) })).toMatchObject({ status: 200, success: true })
    expect(await self({ cookie })).toMatchObject({ status: 401, code: 'user_header_missing' })
    for (const claimed of [String(id + 1), 'me', '', `${id},${id}`]) {
      expect(await self({ cookie, [USER_ID_HEADER]: claimed })).toMatchObject({
        status: 401,
        code: 'user_header_mismatch',
      })
    }
    expect(await self({ [USER_ID_HEADER]: String(id) })).toMatchObject({ status: 401, code: 'session_missing' })
  })

  test('with a made-up, expired or foreign session is not signed in', async () => {
    const { id, cookie } = await makeUser()
    const header = { [USER_ID_HEADER]: String(id) }
    expect(await self({ cookie: `${cookie}x`, ...header })).toMatchObject({ status: 401, code: 'session_missing' })
    expect(await self({ cookie: `${SESSION_COOKIE}=`, ...header })).toMatchObject({ code: 'session_missing' })
    now += 31 * 24 * 3600
    expect(await self({ cookie, ...header })).toMatchObject({ status: 401, code: 'session_missing' })
    now = TEST_NOW
  })

  test('who is banned or deleted is signed out at once', async () => {
    const banned = await makeUser({ status: USER_STATUS.banned })
    const deleted = await makeUser({ deleted_at: TEST_NOW })
    const who = ({ id, cookie }: typeof banned) => self({ cookie, [USER_ID_HEADER]: String(id) })
    expect(await who(banned)).toMatchObject({ status: 401, code: 'user_banned' })
    expect(await who(deleted)).toMatchObject({ status: 401, code: 'session_missing' })
  })

  test('may send a system access token instead of a cookie, with the same header', async () => {
    const { id } = await makeUser({ access_token: app.secrets.fingerprint('system-token') })
    const header = { [USER_ID_HEADER]: String(id) }
    for (const authorization of ['system-token', 'Bearer system-token']) {
      expect(await self({ authorization, ...header })).toMatchObject({ success: true, data: { id } })
    }
    expect(await self({ authorization: 'system-token' })).toMatchObject({ code: 'user_header_missing' })
    for (const authorization of ['Bearer wrong', 'Bearer ', app.secrets.fingerprint('system-token')]) {
      expect(await self({ authorization, ...header })).toMatchObject({ status: 401, code: 'access_token_invalid' })
    }
  })

  test('gets errors about wrong input in their own language, with the field', async () => {
    const user = await signedIn(app, endpoints, 'user')
    const refused = { status: 200, success: false, code: 'input_invalid', field: 'remain_quota' }
    const create = (language: 'zh' | 'en' | 'ru') =>
      user('POST', '/api/token/', { body: { name: 'x', remain_quota: -1 }, language })
    const answers = await Promise.all((['zh', 'en', 'ru'] as const).map(create))
    expect(answers).toMatchObject([refused, refused, refused])
    expect(new Set(answers.map(({ message }) => message)).size).toBe(3)
  })
})
