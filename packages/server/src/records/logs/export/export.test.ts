import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { LOG_TYPE, ROLE, USER_ID_HEADER } from '@tollgate/contract'
import { sql } from 'kysely'
import { TEST_NOW, testApp } from '../../../../test/support/app.ts'
import { databases, type TestDatabase } from '../../../../test/support/databases.ts'
import { rejection } from '../../../../test/support/rejection.ts'
import { until } from '../../../../test/support/until.ts'
import { insertUser } from '../../../people/users/store.ts'
import { mount } from '../../../platform/http/mount.ts'
import { SESSION_COOKIE, startSession } from '../../../platform/sessions/store.ts'
import { endpoints } from '../../../start/app.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { insertLog } from '../store.ts'
import { makeExportPlaces } from './places.ts'

const MANY = 3_500

for (const { kind, open } of databases()) {
  describe(`an export of the log on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let fetchAs: (role: 'user' | 'admin', path: string, signal?: AbortSignal) => Promise<Response>
    let userId: number
    const headersOf = new Map<string, Record<string, string>>()
    beforeAll(async () => {
      database = await open()
      app = await testApp(database)
      for (const role of ['user', 'admin'] as const) {
        const id = await insertUser(app.db, { username: role, role: ROLE[role], aff_code: role, created_at: TEST_NOW })
        if (role === 'user') userId = id
        const session = await startSession(app.db, { userId: id, now: TEST_NOW, ip: '127.0.0.1', userAgent: 'test' })
        headersOf.set(role, { cookie: `${SESSION_COOKIE}=${session}`, [USER_ID_HEADER]: String(id) })
      }
      const router = mount(endpoints, app)
      fetchAs = async (role, path, signal) =>
        router.fetch(
          new Request(`http://tollgate.test${path}`, { headers: headersOf.get(role) ?? {}, signal: signal ?? null }),
          {
            socketAddress: '127.0.0.1',
          },
        )
      await sql`insert into logs (type, created_at, user_id, username, model_name, quota, content)
        with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < ${sql.lit(MANY)})
        select ${sql.lit(LOG_TYPE.consume)}, ${sql.lit(TEST_NOW)} - number / 7, 99, 'other', 'm', number, '' from numbers`.execute(
        app.db,
      )
      const other = '{"frt":120,"cache_tokens":5,"admin_info":{"use_channel":["4","7"],"ip":"192.0.2.9"}}'
      const mine = { user_id: userId, username: 'user', created_at: TEST_NOW, channel_id: 7, quota: 3 }
      await insertLog(app.db, { ...mine, type: LOG_TYPE.consume, model_name: '=cmd()', token_name: 'a,"b"', other })
    })
    afterAll(() => database.close())

    test('has every row once, newest first, over many reads', async () => {
      const response = await fetchAs('admin', '/api/log/export?format=jsonl&username=&model_name=m')
      const rows = (await response.text())
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line))
      expect(rows.map(({ quota }) => quota).sort((one, other) => one - other)).toEqual(
        Array.from({ length: MANY }, (_, index) => index + 1),
      )
      const order = rows.map(({ created_at, id }) => created_at * 1e6 + id)
      expect(order).toEqual(order.toSorted((one, other) => other - one))
    })

    test('is a spreadsheet without formulas', async () => {
      const response = await fetchAs('admin', '/api/log/export?channel=7')
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': 'attachment; filename="usage-log-2027-01-15.csv"',
        'x-content-type-options': 'nosniff',
      })
      const bytes = await response.bytes()
      expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
      const [head = '', line = '', ...rest] = new TextDecoder().decode(bytes).split('\r\n')
      expect(rest).toEqual([''])
      expect(head.split(',')).toHaveLength(24)
      expect(line).toContain(`,"a,""b""",,"'=cmd()",`)
      expect(line).toContain('4 7,192.0.2.9')
    })

    test('of a user has only their own rows, and nothing reserved for administrators', async () => {
      for (const format of ['csv', 'jsonl']) {
        const response = await fetchAs('user', `/api/log/self/export?format=${format}&channel=1&username=other`)
        const text = await response.text()
        expect(text.trim().split('\n')).toHaveLength(format === 'csv' ? 2 : 1)
        expect(text).not.toMatch(/192\.0\.2\.9|use_channel|channel/)
      }
      expect(await (await fetchAs('user', '/api/log/export')).json()).toMatchObject({ success: false })
    })

    test('ends when its browser leaves, and reads no more than sent', async () => {
      let reads = 0
      const reports = new Proxy(app.reports, {
        get(target, name) {
          if (name === 'selectFrom') reads += 1
          const member = Reflect.get(target, name, target)
          return typeof member === 'function' ? member.bind(target) : member
        },
      })
      const counting = mount(endpoints, { ...app, reports })
      const browser = new AbortController()
      const { headers } = new Request('http://x', { headers: await headersOfAdmin() })
      const request = new Request('http://tollgate.test/api/log/export', { headers, signal: browser.signal })
      const response = await counting.fetch(request, { socketAddress: '127.0.0.1' })
      const reader = response.body?.getReader()
      await reader?.read()
      expect(reads).toBe(1)
      await reader?.read()
      expect(reads).toBe(2)
      await reader?.cancel()
      browser.abort()
      await until(
        async () => reads,
        now => now === 2,
      )
    })

    /** Some rows of the export, of which more are left. */
    const begin = async (role: 'user' | 'admin', signal?: AbortSignal) => {
      const response = await fetchAs(role, '/api/log/export?model_name=m', signal)
      const reader = response.body?.getReader()
      await reader?.read()
      return { status: response.status, end: async () => reader?.cancel() }
    }

    test('of which a user has three at a time: a fourth is refused until one ends, and others have theirs', async () => {
      const browser = new AbortController()
      const running = [await begin('admin'), await begin('admin', browser.signal), await begin('admin')]
      expect(running.map(({ status }) => status)).toEqual([200, 200, 200])
      const refused = await fetchAs('admin', '/api/log/export')
      expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toMatchObject([
        429,
        '10',
        { success: false, code: 'exports_too_many' },
      ])
      expect((await fetchAs('user', '/api/log/self/export')).status).toBe(200)
      // However one ends, there is room for the next.
      await running[0]?.end()
      running.push(await begin('admin'))
      browser.abort()
      await (await fetchAs('admin', '/api/log/export?channel=7')).text()
      running.push(await begin('admin'))
      expect(running.at(-1)?.status).toBe(200)
      expect((await begin('admin')).status).toBe(429)
      for (const { end } of running) await end()
    })

    test('that fails before its first row leaves no place taken', async () => {
      const gone = AbortSignal.abort()
      for (let time = 0; time < 4; time++) expect((await fetchAs('admin', '/api/log/export', gone)).status).toBe(499)
      await (await begin('admin')).end()
    })

    test('ends when nobody reads on', async () => {
      const exports = makeExportPlaces(20)
      const impatient = mount(endpoints, { ...app, exports })
      const headers = await headersOfAdmin()
      const ask = async () =>
        impatient.fetch(new Request('http://tollgate.test/api/log/export', { headers }), {
          socketAddress: '127.0.0.1',
        })
      const unread = [await ask(), await ask(), await ask()].filter(({ status }) => status === 200)
      expect(unread).toHaveLength(3)
      const areFree = async () => {
        const free: (() => void)[] = []
        try {
          for (let place = 0; place < 3; place++)
            free.push(exports.take(Number(headers[USER_ID_HEADER]), () => undefined).free)
          return true
        } catch {
          return false
        } finally {
          for (const leave of free) leave()
        }
      }
      await until(areFree, free => free)
      for (const response of unread) expect((await rejection(response.text())).message).toBe('nobody reads this export')
    })

    test('ends for another user when its reader is slow and all places are taken', async () => {
      let nowMs = 0
      const exports = makeExportPlaces(60_000, () => nowMs)
      const slow = mount(endpoints, { ...app, exports })
      const ask = async (role: 'admin' | 'user', path: string) =>
        slow.fetch(new Request(`http://tollgate.test${path}`, { headers: headersOf.get(role) ?? {} }), {
          socketAddress: '127.0.0.1',
        })
      const reading = (await ask('admin', '/api/log/export')).body?.getReader()
      await reading?.read()
      for (let others = 0; others < 31; others++) exports.take(1_000 + others, () => undefined)
      expect((await ask('user', '/api/log/self/export')).status).toBe(503)
      nowMs = 60_000
      const next = await ask('user', '/api/log/self/export')
      expect([next.status, (await next.text()).trim().split('\n').length]).toEqual([200, 2])
      expect((await rejection(reading?.read() ?? Promise.resolve())).message).toContain('this one is read slowly')
    })

    async function headersOfAdmin(): Promise<Record<string, string>> {
      const admin = await app.db
        .selectFrom('users')
        .select('id')
        .where('username', '=', 'admin')
        .executeTakeFirstOrThrow()
      const session = await startSession(app.db, {
        userId: admin.id,
        now: TEST_NOW,
        ip: '127.0.0.1',
        userAgent: 'test',
      })
      return { cookie: `${SESSION_COOKIE}=${session}`, [USER_ID_HEADER]: String(admin.id) }
    }
  })
}
