import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Call } from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../test/support/app.ts'
import { type ConsoleClient, signedIn } from '../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../test/support/databases.ts'
import { insertOrder } from '../money/wallet/store.ts'
import { markSetUp } from '../people/setup/store.ts'
import { insertUser } from '../people/users/store.ts'
import { endpoints } from './app.ts'
import type { AppContext } from './app-context.ts'

const WILDCARDS = 10_000
/** Longer values are not accepted as an address. */
const LONGEST = 4_096
/** Texts that find nothing or are refused: never everything, never an error of the server. */
const TEXTS: Record<string, string> = {
  'a wildcard of any length': '%',
  'a wildcard of one character': '_',
  'wildcards and letters': '%a%b%c%d%',
  'many wildcards': '%'.repeat(WILDCARDS),
  'many wildcards and letters': '%a'.repeat(WILDCARDS),
  'as many as are let in': '%a'.repeat(90),
  'an escape': '\\',
  'an escaped wildcard': '\\%',
  'a quote': "'",
  'a double quote': '"',
  'an injection': "' or 1=1 --",
  'a second statement': "'; drop table logs; --",
  'a comment': '/* */ --',
  'a zero byte': 'a\0b',
  'half a character': '\ud800',
  'right to left': '\u202eabc',
  brackets: '[a-z]*{1,}(?:)',
  'a very long word': 'a'.repeat(7_000),
}
const NUMBERS = [
  '-1',
  '0',
  '1.5',
  '1e308',
  'Infinity',
  'NaN',
  '0x10',
  '9'.repeat(30),
  '9007199254740993',
  '2147483648',
  '',
  ' ',
  '1;2',
  '[]',
]

const fieldsOf = ({ query }: Call): string[] => (query && 'shape' in query ? Object.keys(query.shape as object) : [])
const named = ({ method, path }: Call) => `${method} ${path}`
/** These send mails or sign out. */
const ACTING = /^\/api\/(verification|reset_password|user\/logout|user\/token)/
const reading = endpoints.map(({ call }) => call).filter(({ method, path }) => method === 'GET' && !ACTING.test(path))

for (const { kind, open } of databases()) {
  describe(`a query of the console (${kind})`, () => {
    let database: TestDatabase
    let app: AppContext
    let root: ConsoleClient
    let teamId: number
    beforeAll(async () => {
      database = await open()
      // Limits on guesses are tested elsewhere.
      app = await testApp(database, { rateLimiter: { take: () => 0, giveBack: () => undefined } })
      await markSetUp(app.db, app.version, TEST_NOW)
      root = await signedIn(app, endpoints, 'root')
      await root('POST', '/api/channel/', { body: { type: 1, name: 'plain', key: 'k', models: 'm' } })
      await root('POST', '/api/token/', { body: { name: 'plain', unlimited_quota: true } })
      await root('POST', '/api/redemption/', { body: { name: 'plain', quota: 1, count: 1 } })
      const user_id = await insertUser(app.db, { username: 'plain', aff_code: 'plain', created_at: TEST_NOW })
      const order = { user_id, amount: 1, money_cents: 1, currency: 'usd', payment_method: 'stripe' } as const
      await insertOrder(app.db, { ...order, trade_no: 'plain', provider_ref: '', create_time: TEST_NOW })
      const team = await root('POST', '/api/team/', { body: { name: 'plain' } })
      teamId = (team.data as { id: number }).id
      const plan = await root('POST', '/api/plan/', { body: { name: 'plain', price: 0, period: 'once', day: 1 } })
      await root('POST', '/api/subscription/self', { body: { plan_id: (plan.data as { id: number }).id } })
    })
    afterAll(() => database.close())

    const ask = async (call: Call, field: string, value: string) => {
      const path = `${call.path.replace('{id}', String(call.team ? teamId : 1))}?${new URLSearchParams({ [field]: value })}`
      const { status, success, code, data } = await root('GET', path)
      const items = Array.isArray(data) ? data : (data as { items?: unknown[] } | undefined)?.items
      return { status, success, code, found: items?.length }
    }
    const fields = reading.flatMap(call => fieldsOf(call).map(field => [named(call), field, call] as const))

    test.each(fields)(
      '%s with any %s is answered or refused',
      async (_, field, call) => {
        for (const value of [...Object.values(TEXTS), ...NUMBERS]) {
          const { status, success, code } = await ask(call, field, value)
          const where = { value: value.slice(0, 30), field }
          if (success) expect({ ...where, status }).toEqual({ ...where, status: 200 })
          else
            expect({ ...where, status, code: code === 'internal' || code === 'database_unavailable' }).toEqual({
              ...where,
              status: status === 404 ? 404 : value.length > LONGEST ? 400 : 200,
              code: false,
            })
        }
      },
      30_000,
    )

    const searches = fields.filter(([, field]) => field === 'keyword')
    test.each(searches)('%s finds wildcards only where they literally occur', async (_, field, call) => {
      expect((await ask(call, field, 'plain')).found ?? 1).toBeGreaterThan(0)
      for (const value of ['%', '_', 'pl_in', 'p%n', '\\', '%%%%%'])
        expect({ value, found: (await ask(call, field, value)).found }).toEqual({ value, found: 0 })
    })

    test.each(fields.filter(([, field]) => field === 'p'))('%s has no page that far away', async (_, field, call) => {
      expect((await ask(call, field, '1000000')).found).toBe(0)
      expect((await ask(call, field, '1000001')).code).toBe('input_invalid')
    })
  })
}
