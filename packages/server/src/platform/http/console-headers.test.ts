import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Call } from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn, visitor } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { everyRow } from '../../../test/support/every-row.ts'
import { markSetUp } from '../../people/setup/store.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'
import { isOpenOnDemo } from './demo.ts'
import { mount } from './mount.ts'

const served = endpoints.map(({ call }) => call)
const named = ({ method, path }: Call) => `${method} ${path}`
const at = ({ path }: Call) => path.replace(/\{\w+\}/g, '1')
const ORIGINS = ['https://evil.example', 'null', 'http://localhost', 'http://tollgate.test.evil.example']

const [sqlite] = databases()
let database: TestDatabase
let app: AppContext
beforeAll(async () => {
  if (!sqlite) throw new Error('no database to test on')
  database = await sqlite.open()
  app = await testApp(database)
  await markSetUp(app.db, app.version, TEST_NOW)
})
afterAll(() => database.close())

describe('the console’s API', () => {
  let router: ReturnType<typeof mount>
  beforeAll(() => {
    router = mount(endpoints, app)
  })
  const answerTo = async (method: string, path: string, headers: Record<string, string>) =>
    router.fetch(new Request(`http://tollgate.test${path}`, { method, headers }), { socketAddress: '192.0.2.1' })

  test.each(served.map(call => [named(call), call] as const))(
    '%s cannot be read by a page of another origin, is not a page and cannot be framed',
    async (_, call) => {
      for (const origin of ORIGINS)
        for (const method of [call.method, 'OPTIONS']) {
          const asks = {
            'access-control-request-method': call.method,
            'access-control-request-headers': 'new-api-user',
          }
          const { headers, status } = await answerTo(method, at(call), { origin, ...asks })
          const names = [...headers.keys()].filter(name => name.startsWith('access-control-'))
          expect({ method, origin, names }).toEqual({ method, origin, names: [] })
          if (method === 'OPTIONS') expect(status).toBeGreaterThanOrEqual(400)
          expect([headers.get('x-content-type-options'), headers.get('content-security-policy')]).toEqual([
            'nosniff',
            "default-src 'none'; frame-ancestors 'none'",
          ])
        }
    },
  )
})

describe('a call that a demo site allows', () => {
  const readings = (role: number | null) =>
    served.filter(call => call.method === 'GET' && isOpenOnDemo(call, role === null ? null : { role }))

  test('by GET changes nothing, whoever makes it', async () => {
    const callers: [ConsoleClient, number | null][] = [
      [visitor(app, endpoints), null],
      [await signedIn(app, endpoints, 'user'), 1],
      [await signedIn(app, endpoints, 'root'), 100],
    ]
    await app.options.set('DemoSiteEnabled', 'true')
    // It records which jobs exist.
    await app.jobs.list()
    const before = await everyRow(app.db)
    for (const [client, role] of callers)
      for (const call of readings(role)) {
        // The start of a sign-in by another site is recorded, and allowed.
        if (call.path.endsWith('/logout') || call.path === '/api/oauth/state') continue
        await client('GET', `${at(call)}?email=somebody@example.org&code=c&state=s&aff=a`)
        expect({ call: named(call), role, rows: await everyRow(app.db) }).toEqual({
          call: named(call),
          role,
          rows: before,
        })
      }
    await app.options.set('DemoSiteEnabled', 'false')
  }, 60_000)
})
