import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { ROLE } from '@tollgate/contract'
import { sql } from 'kysely'
import { testApp } from '../../../test/support/app.ts'
import { visitor } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { markSetUp } from '../../people/setup/store.ts'
import { hashPassword } from '../../people/users/password.ts'
import { insertUser } from '../../people/users/store.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'
import { SESSION_COOKIE, startSession } from '../sessions/store.ts'

const CREDENTIALS = { username: 'root', password: 'correct horse' }
/**
 * What a page may send to another site without a preflight.
 * https://fetch.spec.whatwg.org/#cors-safelisted-request-header
 */
const SENT_WITHOUT_ASKING = [
  'text/plain',
  'text/plain;charset=UTF-8',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain; application/json',
  'application/jsonp',
  '',
]
/** The headers by which browsers state its origin. */
const FROM_ANOTHER_SITE: Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.example', host: 'tollgate.test' },
  { origin: 'null', host: 'tollgate.test' },
]

for (const { kind, open } of databases()) {
  describe(`a page of another site, in the browser of a super admin who is signed in, on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let cookie: string
    beforeAll(async () => {
      database = await open()
      app = await testApp(database)
      await markSetUp(app.db, app.version, app.now())
      const password = await hashPassword(CREDENTIALS.password)
      const user = { username: CREDENTIALS.username, password, role: ROLE.root, aff_code: 'r' }
      const userId = await insertUser(app.db, { ...user, created_at: app.now() })
      const session = { userId, now: app.now(), ip: '127.0.0.1', userAgent: 'test' }
      cookie = `${SESSION_COOKIE}=${await startSession(app.db, session)}`
    })
    afterAll(() => database.close())

    /** Everything a console call could change. */
    async function state() {
      const tables = [
        'users',
        'sessions',
        'options',
        'tokens',
        'channels',
        'redemptions',
        'logs',
        'ledger_entries',
        'top_ups',
      ] as const
      return Promise.all(
        tables.map(table => sql`select * from ${sql.table(table)} order by 1`.execute(app.db).then(({ rows }) => rows)),
      )
    }

    const attacks = endpoints.flatMap(({ call }) =>
      (call.method === 'POST' ? SENT_WITHOUT_ASKING : ['']).map((contentType, at) => ({
        call,
        contentType,
        from: FROM_ANOTHER_SITE[at % FROM_ANOTHER_SITE.length],
      })),
    )

    test('changes nothing by any call, however it is sent', async () => {
      const before = await state()
      for (const { call, contentType, from } of attacks) {
        const path = call.path.replace(/\{\w+\}/g, '1')
        const headers = { ...from, cookie, 'content-type': contentType }
        const body = call.method === 'GET' ? undefined : CREDENTIALS
        const { status, success, setCookie } = await visitor(app, endpoints)(call.method, path, { headers, body })
        const where = { call: `${call.method} ${path}`, contentType, from }
        expect({ ...where, setCookie }).toEqual({ ...where, setCookie: undefined })
        if (call.access !== 'public')
          expect({ ...where, status, success }).toEqual({ ...where, status: 401, success: false })
      }
      expect(await state()).toEqual(before)
    }, 60_000)

    test.each(SENT_WITHOUT_ASKING)('signs nobody in with a body of “%s”', async contentType => {
      const headers = { 'content-type': contentType }
      const answer = await visitor(app, endpoints)('POST', '/api/user/login', { headers, body: CREDENTIALS })
      expect(answer).toMatchObject({ status: 415, success: false, code: 'content_type_not_json' })
    })

    test('cannot end the session or make its cookie expire', async () => {
      for (const from of FROM_ANOTHER_SITE)
        for (const method of ['GET', 'POST'])
          for (const sent of [{ ...from, cookie }, from]) {
            const { setCookie } = await visitor(app, endpoints)(method, '/api/user/logout', { headers: sent })
            expect(setCookie).toBeUndefined()
          }
      expect(await app.db.selectFrom('sessions').select('id').execute()).toHaveLength(1)
    })
  })
}
