import { afterEach, describe, expect, spyOn, test } from 'bun:test'
import type { Plan, Team, TeamProject, Token } from '@tollgate/contract'
import { type CompiledQuery, DefaultQueryExecutor } from 'kysely'
import { databases } from '../../../test/support/databases.ts'
import { startGateway } from '../../../test/support/gateway.ts'
import { until } from '../../../test/support/until.ts'
import { startWireUpstream } from '../../../test/support/wire-upstream.ts'

const QUOTA = 1_000_000_000
const BUDGET = { quota_period: 'month', period_quota: QUOTA }
/** Less than nodes lease exactly for after others asked. */
const PATIENCE_MS = 8_000
const ANSWER = {
  ...{ id: 'c', object: 'chat.completion', created: 1, model: 'test-model' },
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
}

const cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const end of cleanUp.splice(0).reverse()) await end()
})

/** Notes the statements outside the commits of charges that concern limits, of whatever part of the server. */
function watchLimits(): string[] {
  const seen: string[] = []
  const base = Object.getPrototypeOf(DefaultQueryExecutor.prototype) as DefaultQueryExecutor
  const execute = base.executeQuery
  const noting = function (this: DefaultQueryExecutor, query: CompiledQuery) {
    if (/spending_periods|from "subscriptions"|"subscription_seats"/.test(query.sql)) seen.push(query.sql.slice(0, 60))
    return execute.call(this, query)
  }
  const spy = spyOn(base, 'executeQuery').mockImplementation(noting as typeof execute)
  cleanUp.push(() => spy.mockRestore())
  return seen
}

for (const { kind, open } of databases())
  describe(`calls with budgets of member and project, paid by a plan, on ${kind}`, () => {
    test('make no statement for these but the commit of their charge', async () => {
      const database = await open()
      cleanUp.push(database.close)
      const upstream = startWireUpstream(() => ANSWER)
      cleanUp.push(upstream.stop)
      const gateway = await startGateway(database.place.DATABASE_URL)
      cleanUp.push(gateway.stop)
      await gateway.makeChannel({ base_url: upstream.url })
      await gateway.setOption('ModelRatio', '{"test-model":1}')
      const { consoleCall } = gateway
      const { id: team } = await consoleCall<Team>('POST', '/api/team/', { name: 'limited' })
      await consoleCall('POST', `/api/user/${team}/quota`, { mode: 'add', value: QUOTA })
      const plan = { name: 'Windows', price: 0, period: 'year', five_hours: QUOTA, month: QUOTA }
      const { id: plan_id } = await consoleCall<Plan>('POST', '/api/plan/', plan)
      await consoleCall('POST', '/api/subscription/', { plan_id, user_id: team, reason: 'test' })
      const [member] = await consoleCall<[{ user_id: number }]>('GET', `/api/team/${team}/members`)
      await consoleCall('POST', `/api/team/${team}/projects`, { name: 'project', ...BUDGET })
      const [project] = await consoleCall<[TeamProject]>('GET', `/api/team/${team}/projects`)
      const form = { name: 'limited', unlimited_quota: true, project_id: project.id }
      const [token] = await consoleCall<[Token]>('POST', `/api/team/${team}/tokens`, form)
      await consoleCall('PUT', `/api/team/${team}/members/${member.user_id}`, BUDGET)

      let used = 0
      const call = async () => {
        const response = await fetch(`${gateway.url}/v1/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer sk-${token.key}` },
          body: JSON.stringify({ model: 'test-model', messages: [{ role: 'user', content: 'Hello' }] }),
        })
        expect(response.status).toBe(200)
        const rest = QUOTA - Number(response.headers.get('x-ratelimit-remaining-month'))
        expect(rest).toBeGreaterThan(used)
        used = rest
        await response.text()
      }
      const seen = watchLimits()
      const statementsOf = async (calls: number) => {
        seen.length = 0
        for (let at = 0; at < calls; at++) await call()
        return [...seen]
      }
      expect(await statementsOf(1)).not.toEqual([])
      // A budget that was just set is leased exactly for a moment, and what is left is read again after some seconds.
      await until(
        () => statementsOf(20),
        statements => statements.length === 0,
        PATIENCE_MS,
      )
    })
  })
