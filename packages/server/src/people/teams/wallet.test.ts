import { expect } from 'bun:test'
import type { Page } from '@tollgate/contract'
import { BALANCE, describeTeams } from './teams-fixture.ts'
import { returnOfDissolved } from './wallet.ts'

describeTeams(
  'wallets of teams',
  (test, { sent, done, codeOf, of, account, quotaOf, deposit, makeToken, holdOf, settle }) => {
    test('members pay in exactly, and never more than they have', async ({ member, memberId, team }) => {
      const codes = await Promise.all(Array.from({ length: 12 }, async () => (await deposit(1_000, member)).code))
      expect(codes.filter(code => code === undefined)).toHaveLength(10)
      expect(codes.filter(code => code === 'team_balance_too_low')).toHaveLength(2)
      expect([await quotaOf(memberId), await quotaOf(team.id)]).toEqual([0, BALANCE])
      const page = await done<Page<{ kind: string; quota: number; username: string }>>(member, 'GET', of('/entries'))
      const { username } = await done<{ username: string }>(member, 'GET', '/api/user/self')
      expect([page.total, page.items[0]]).toMatchObject([10, { kind: 'team-in', quota: 1_000, username }])
    })

    test('a member with a spending limit pays nothing in: otherwise they could spend the rest through the team', async ({
      app,
      member,
      memberId,
    }) => {
      const limit = (quota_period: string) =>
        app.db.updateTable('users').set({ quota_period, period_quota: 5 }).where('id', '=', memberId).execute()
      await limit('day')
      expect((await deposit(1, member)).code).toBe('team_deposit_limited')
      await limit('')
      expect((await deposit(1, member)).code).toBeUndefined()
    })

    test('a debt of the team is paid first', async ({ ledger, team }) => {
      const token = await makeToken()
      await deposit(100)
      const hold = await holdOf(token, 100)
      await ledger.reserve(hold)
      await settle(hold, token, 150)
      expect(await account(team.id)).toMatchObject({ quota: 0, owed: 50 })
      await deposit(200)
      expect(await account(team.id)).toMatchObject({ quota: 150, owed: 0 })
    })

    test('dissolving returns everything to the owner, and the rest of running calls once they are charged', async ({
      app,
      ledger,
      owner,
      member,
      ownerId,
      team,
    }) => {
      await deposit(1_000, member)
      const token = await makeToken()
      const hold = await holdOf(token, 400)
      await ledger.reserve(hold)
      await done(owner, 'DELETE', of(''))
      expect([await quotaOf(ownerId), await quotaOf(team.id)]).toEqual([BALANCE + 600, 400])
      for (const by of [owner, member]) expect(await codeOf(by, 'GET', of(''))).toBe('team_not_found')
      expect(await codeOf(member, 'POST', of('/deposit'), { quota: 1 })).toBe('team_not_found')
      await settle(hold, token, 450)
      await returnOfDissolved(app)
      expect([await account(ownerId), await account(team.id)]).toMatchObject([
        { quota: BALANCE + 550, owed: 0 },
        { quota: 0, owed: 0 },
      ])
    })

    test('paying in while dissolving loses nothing', async ({ app, owner, member, ownerId, memberId, team }) => {
      await Promise.all([
        ...Array.from({ length: 8 }, () => deposit(500, member)),
        sent(owner, 'DELETE', of('')),
        ...Array.from({ length: 8 }, () => deposit(500, member)),
      ])
      await returnOfDissolved(app)
      const [ofOwner, ofMember, ofTeam] = [await quotaOf(ownerId), await quotaOf(memberId), await quotaOf(team.id)]
      expect([ofOwner + ofMember, ofTeam]).toEqual([2 * BALANCE, 0])
    })
  },
)
