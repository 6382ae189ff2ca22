import { expect } from 'bun:test'
import type { Token } from '@tollgate/contract'
import { periodAccountId } from '../../money/ledger/index.ts'
import { NOW } from '../../money/ledger/testing.ts'
import { BALANCE, describeTeams } from './teams-fixture.ts'

describeTeams(
  'budgets in teams',
  (test, { clock, done, of, quotaOf, deposit, makeToken, projects, makeProject, seatOf, holdOf, settle }) => {
    test('two hundred concurrent calls never exceed a budget', async ({ app, ledger, admin, memberId, team }) => {
      await deposit(BALANCE)
      const tokens = [await makeToken(), await makeToken()]
      await done(admin, 'PUT', of(`/members/${memberId}`), { quota_period: 'day', period_quota: 500 })
      const charged = await Promise.all(
        Array.from({ length: 200 }, async (_, index) => {
          const token = tokens[index % 2] as Token
          const hold = await holdOf(token, 10, true)
          const answer = await ledger.reserve(hold)
          if (typeof answer === 'string') return answer
          await settle(hold, token, 10)
          return 'paid'
        }),
      )
      const period = { owner: 'token', ownerId: await seatOf(memberId), period: 'day' } as const
      expect(charged.filter(answer => answer === 'paid')).toHaveLength(50)
      expect(charged.filter(answer => answer === `token_period_used_up:${period.ownerId}`)).toHaveLength(150)
      const { spent } = await app.db
        .selectFrom('spending_periods')
        .select('spent')
        .where('id', '=', periodAccountId(period, NOW))
        .executeTakeFirstOrThrow()
      expect([spent, await quotaOf(team.id)]).toEqual([500, BALANCE - 500])
    })

    test('two hundred concurrent calls of several members never exceed the budget of a project', async ({
      ledger,
      owner,
      member,
    }) => {
      await deposit(BALANCE)
      const project = await makeProject({ quota_period: 'week', period_quota: 300 })
      const given = { project_id: project.id }
      const tokens = [await makeToken(member, given), await makeToken(owner, given), await makeToken(member, given)]
      const limits = [{ owner: 'token' as const, ownerId: project.id, period: 'week' as const }]
      const charged = await Promise.all(
        Array.from({ length: 200 }, async (_, index) => {
          const token = tokens[index % 3] as Token
          const hold = { ...(await holdOf(token, 10)), periods: limits }
          const answer = await ledger.reserve(hold)
          if (typeof answer === 'string') return answer
          await settle(hold, token, 10)
          return 'paid'
        }),
      )
      expect(charged.filter(answer => answer === 'paid')).toHaveLength(30)
      expect(charged.filter(answer => answer === `token_period_used_up:${project.id}`)).toHaveLength(170)
      clock.now = NOW
      expect(await projects()).toMatchObject([{ id: project.id, used_quota: 300, period_used: 300, period_quota: 300 }])
      expect(await projects(member)).toEqual([
        { id: project.id, name: project.name, is_archived: false, created_at: project.created_at },
      ])
    })
  },
)
