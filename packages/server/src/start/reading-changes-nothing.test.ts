import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { ROLE, type Token, USER_ID_HEADER } from '@tollgate/contract'
import { freePort } from '../../../../scripts/lib/free-port.mjs'
import { TEST_NOW, testApp } from '../../test/support/app.ts'
import { databases, type TestDatabase } from '../../test/support/databases.ts'
import { everyRow } from '../../test/support/every-row.ts'
import { setUpGateway, signUp } from '../../test/support/gateway.ts'
import { type GatewayProcess, startGatewayProcess } from '../../test/support/gateway-process.ts'
import { insertRowsOfSomebody } from '../../test/support/rows-of-somebody.ts'
import { startWireUpstream, type WireUpstream } from '../../test/support/wire-upstream.ts'
import { openTestLedger } from '../money/ledger/testing.ts'
import { markSetUp } from '../people/setup/store.ts'
import { insertUser } from '../people/users/store.ts'
import { mount } from '../platform/http/mount.ts'
import { SESSION_COOKIE, startSession } from '../platform/sessions/store.ts'
import type { Db } from '../platform/storage/db.ts'
import { relayEndpoints } from '../relay/call/endpoints.ts'
import { playgroundRoutes } from '../relay/playground/routes.ts'
import { batchRoutes } from '../stateful/batches/routes.ts'
import { taskRoutes } from '../stateful/tasks/routes.ts'
import { endpoints } from './app.ts'

/** Headers by which some frameworks let a request act as one of another method. */
const overridden = (method: string) =>
  Object.fromEntries(['x-http-method-override', 'x-http-method', 'x-method-override'].map(name => [name, method]))

/** GETs of the specification that act, or begin or end a sign-in. */
const ACTING =
  /^\/api\/(channel\/(test|update_balance|fetch_models)|user\/(token|logout)|verification|reset_password|oauth)/

/** Everything in some tables, without what notes that somebody was here. */
async function rowsOf(db: Db, isMeant: (table: string) => boolean) {
  const tables = Object.entries(await everyRow(db, isMeant))
  const seen = (row: object) => JSON.stringify({ ...row, last_used_at: 0, accessed_time: 0 })
  return Object.fromEntries(tables.map(([name, rows]) => [name, rows.map(seen).sort()]))
}

for (const { kind, open } of databases()) {
  test(`reading in the console changes nothing, by GET, by HEAD, or in the name of another method (${kind})`, async () => {
    const database = await open()
    const ledger = await openTestLedger(database.storage)
    const rateLimiter = { take: () => 0, giveBack: () => undefined }
    const app = await testApp(database, { ledger, rateLimiter: rateLimiter as never })
    const router = mount(endpoints, app)
    await markSetUp(app.db, app.version, TEST_NOW)
    const { userId, teamId } = await insertRowsOfSomebody(app.db)
    const fields = { username: 'root', aff_code: 'root', role: ROLE.root, created_at: TEST_NOW }
    const id = await insertUser(app.db, fields)
    const session = await startSession(app.db, { userId: id, now: TEST_NOW, ip: '127.0.0.1', userAgent: 'test' })
    const own = { cookie: `${SESSION_COOKIE}=${session}`, [USER_ID_HEADER]: String(id) }
    const read = async (path: string, method = 'GET', headers = {}) => {
      const request = new Request(`http://tollgate.test${path}`, { method, headers: { ...own, ...headers } })
      const response = await router.fetch(request, { socketAddress: '127.0.0.1' })
      await response.body?.cancel()
      return response.status
    }

    const reading = endpoints.map(({ call }) => call).filter(call => call.method === 'GET' && !ACTING.test(call.path))
    expect(reading.length).toBeGreaterThan(90)
    // The page of jobs makes the rows of those that have never run.
    const isKept = (table: string) => !/^(nodes|jobs)$/.test(table)
    const before = await rowsOf(app.db, isKept)
    for (const call of reading) {
      const path = call.path.replace(/\{(\w+)\}/g, () => String(call.team ? teamId : userId))
      const status = await read(path)
      expect([path, status]).toEqual([path, await read(path, 'HEAD')])
      expect([path, await read(`${path}?_method=DELETE`, 'GET', overridden('DELETE'))]).toEqual([path, status])
    }
    expect(await rowsOf(app.db, isKept)).toEqual(before)
    await ledger.close()
    await database.close()
  }, 60_000)

  describe(`keys that may do little (${kind})`, () => {
    let database: TestDatabase
    let gateway: GatewayProcess
    let upstream: WireUpstream
    const keys: Record<string, string> = {}
    const BODY = { model: 'dear', input: 'Hi', prompt: 'Hi', messages: [{ role: 'user', content: 'Hi' }] }
    const filled = (path: string) => path.replace(':mode', 'mj-fast').replace(/:\w+|\*/, '1')
    const PATHS = [
      ...relayEndpoints.map(({ path }) => path),
      ...[...batchRoutes, ...taskRoutes].map(({ path }) => filled(path)),
      ...playgroundRoutes.map(({ path }) => filled(path)),
      '/v1/models/dear:generateContent',
      '/v1beta/models/dear:generateContent',
      '/openai/deployments/dear/chat/completions',
      '/v1/responses/compact',
      '/v1/realtime?model=dear',
      '/v1/quote',
      '/v1/keys',
    ]
    beforeAll(async () => {
      database = await open()
      upstream = startWireUpstream(() => ({ id: 'c', object: 'chat.completion', choices: [] }))
      gateway = await startGatewayProcess(database.place, await freePort())
      const operator = await setUpGateway(gateway.url)
      await operator.setOption('ModelPrice', '{"cheap":0.01,"dear":0.1}')
      await operator.makeChannel({ base_url: upstream.url, models: 'cheap,dear' })
      const user = await signUp(database.storage, ROLE.user)
      await operator.consoleCall('POST', `/api/user/${user.id}/quota`, { mode: 'add', value: 100_000_000 })
      const make = async (how: string, more: object) => {
        const body = { name: how.slice(0, 20), unlimited_quota: true, ...more }
        const [token] = await user.consoleCall<[Token]>(gateway.url, 'POST', '/api/token/', body)
        keys[how] = `sk-${token.key}`
        return token
      }
      await make('of another model', { model_limits_enabled: true, model_limits: 'cheap' })
      await make('of another address', { allow_ips: '203.0.113.9' })
      await make('without quota', { unlimited_quota: false, remain_quota: 0 })
      const disabled = await make('disabled', {})
      await user.consoleCall(gateway.url, 'PUT', '/api/token/?status_only=true', { id: disabled.id, status: 2 })
      const parent = await make('parent', {})
      const child = await fetch(`${gateway.url}/v1/keys`, {
        method: 'POST',
        headers: { authorization: `Bearer ${keys.parent}` },
        body: JSON.stringify({ name: 'child', quota: 1_000_000, models: ['dear'] }),
      })
      keys['child of a frozen one'] = ((await child.json()) as { key: string }).key
      await user.consoleCall(gateway.url, 'PUT', `/api/token/${parent.id}/frozen`, { frozen: true })
      delete keys.parent
    })
    afterAll(async () => {
      await gateway.kill()
      await upstream.stop()
      await database.close()
    })

    /** What a call could spend, make, end or change. */
    const KEPT =
      /^(users|tokens|channels|options|ledger_|spending_|relay_|tasks|midjourneys|stored_|conversation|subscriptions|team)/

    test('spend and change nothing, on any path, by any method, whatever other method a header names', async () => {
      const meant = (table: string) => KEPT.test(table)
      const before = await rowsOf(database.storage.db, meant)
      expect(Object.keys(before).length).toBeGreaterThan(12)
      const ask = async (path: string, key: string, method: string, headers: object = {}) => {
        const sent = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers }
        const body = /GET|HEAD|OPTIONS/.test(method) ? null : JSON.stringify(BODY)
        const response = await fetch(gateway.url + path, { method, headers: sent, body })
        await response.body?.cancel()
        return response.status
      }
      for (const [how, key] of Object.entries(keys))
        for (const path of new Set(PATHS)) {
          const asked = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH'].map(method => ask(path, key, method))
          const others = ['POST', 'PUT', 'DELETE'].map(method => ask(path, key, 'GET', overridden(method)))
          await Promise.all([...asked, ...others])
          expect([how, path, upstream.requests.map(request => request.path)]).toEqual([how, path, []])
        }
      expect(await rowsOf(database.storage.db, meant)).toEqual(before)
    }, 60_000)
  })
}
