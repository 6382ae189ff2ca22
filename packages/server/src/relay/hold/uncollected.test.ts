import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Log, Page, User } from '@tollgate/contract'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { type GreedyUpstream, startGreedyUpstream, UNLIMITED } from '../../../test/support/greedy-upstream.ts'
import { setBalance } from '../../money/ledger/index.ts'
import { buildAppContext } from '../../start/build-app-context.ts'

const HELLO = [{ role: 'user', content: 'Go on and on' }]
/** At 1 quota a token, plus a little for the question. */
const ANSWER = UNLIMITED + 200

for (const { kind, open } of databases()) {
  describe(`many calls at once on a small wallet, on ${kind}`, () => {
    let database: TestDatabase
    let upstream: GreedyUpstream
    let gateway: TestGateway
    let app: Awaited<ReturnType<typeof buildAppContext>>

    beforeAll(async () => {
      database = await open()
      upstream = startGreedyUpstream()
      gateway = await startGateway(database.place.DATABASE_URL, async environment => {
        app = await buildAppContext(environment)
        return app
      })
      await gateway.makeChannel({ base_url: upstream.url, models: 'gpt-4o,o3' })
      await gateway.makeChannel({ type: 14, base_url: upstream.url, models: 'claude-sonnet-4-5' })
      await gateway.setOption('ModelRatio', '{"gpt-4o":1,"o3":1}')
      await gateway.setOption('CompletionRatio', '{"gpt-4o":1,"o3":1}')
    })
    afterAll(async () => {
      await gateway.stop()
      await upstream.stop()
      await database.close()
    })

    /** Makes all calls at once with this balance, and returns the outcome. */
    async function callAll(calls: { path: string; body: object }[], balance: number) {
      const name = `payer-${crypto.randomUUID().slice(0, 8)}`
      const { bearer } = await gateway.makeToken({ name })
      const { id } = await gateway.consoleCall<User>('GET', '/api/user/self')
      await app.ledger.recall('user', id)
      await setBalance(app.db, { userId: id, balance, now: 1 })
      const statuses = await Promise.all(
        calls.map(async ({ path, body }) => {
          const headers = { authorization: `Bearer ${bearer}` }
          const response = await fetch(gateway.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
          await response.text()
          return response.status
        }),
      )
      const rows: Log[] = []
      for (let page = 1; rows.length < calls.length; page++) {
        const path = `/api/log/?p=${page}&page_size=100&token_name=${name}`
        const { items } = await gateway.consoleCall<Page<Log>>('GET', path)
        if (items.length === 0) break
        rows.push(...items)
      }
      const charged = rows.reduce((sum, { quota }) => sum + quota, 0)
      const left = (await gateway.consoleCall<User>('GET', '/api/user/self')).quota
      return { statuses, rows, charged, left }
    }

    test.each([
      ['whole', 'gpt-4o', false],
      ['streamed', 'gpt-4o', true],
      ['whole, reasoning out of sight', 'o3', false],
      ['streamed, reasoning out of sight', 'o3', true],
    ])(
      '200 %s, without a limit, with money for 20: nothing is uncollected',
      async (_, model, stream) => {
        const call = { path: '/v1/chat/completions', body: { model, stream, messages: HELLO } }
        const balance = 20 * ANSWER
        const calls = Array.from({ length: 200 }, () => call)
        const { statuses, rows, charged, left } = await callAll(calls, balance)
        expect(rows.filter(({ other }) => other.includes('uncollected'))).toEqual([])
        expect(new Set(statuses)).toEqual(new Set([200, 403]))
        expect(rows).toHaveLength(200)
        expect({ left, charged }).toEqual({ left: balance - charged, charged: balance - left })
        expect(left).toBeGreaterThanOrEqual(0)
        // the balance was spent, not just held
        expect(charged).toBeGreaterThan(balance / 15)
      },
      300_000,
    )

    test('50 calls of all kinds without a limit on 100,000 quota leave nothing uncollected', async () => {
      const calls = Array.from({ length: 50 }, (_, index) => ({
        path: '/v1/chat/completions',
        body: { model: index % 3 === 0 ? 'o3' : 'gpt-4o', stream: index % 2 === 0, messages: HELLO },
      }))
      const { rows, charged, left } = await callAll(calls, 100_000)
      expect(rows.filter(({ other }) => other.includes('uncollected'))).toEqual([])
      expect(left).toBe(100_000 - charged)
    }, 300_000)

    test('twenty agent streams limited to 64,000 tokens each run on 5 dollars, and none is cut', async () => {
      upstream.length = 300
      const body = { model: 'claude-sonnet-4-5', stream: true, max_tokens: 64_000, messages: HELLO }
      const calls = Array.from({ length: 20 }, () => ({ path: '/v1/messages', body }))
      const { statuses, rows } = await callAll(calls, 2_500_000)
      upstream.length = UNLIMITED
      expect(statuses).toEqual(Array(20).fill(200))
      expect(rows.map(({ completion_tokens }) => completion_tokens)).toEqual(Array(20).fill(300))
      expect(rows.filter(({ other }) => /uncollected|output_limit|wallet_empty/.test(other))).toEqual([])
    }, 300_000)
  })
}
