import { expect } from 'bun:test'
import {
  type Call,
  LOG_TYPE,
  type Page,
  type ScopedSubject,
  type TeamMember,
  type Token,
  type UsageShares,
} from '@tollgate/contract'
import type { ConsoleClient } from '../../../test/support/console-client.ts'
import { endpoints } from '../../start/app.ts'
import { describeTeams } from './teams-fixture.ts'

const fieldsOf = ({ query }: Call): string[] => Object.keys((query as { shape?: object } | undefined)?.shape ?? {})

describeTeams(
  'usage of teams',
  (
    test,
    { clock, sent, done, codeOf, of, logOf, deposit, makeToken, removedMember, makeProject, members, holdOf, settle },
  ) => {
    test('every call of one’s own figures with a team’s parameters gives each role what it may see', async ({
      app,
      owner,
      admin,
      member,
      stranger,
      ownerId,
      memberId,
      team,
    }) => {
      const { id: projectId } = await makeProject()
      const tokens = [
        await makeToken(member),
        await makeToken(owner),
        await makeToken(member, { project_id: projectId }),
      ]
      for (const [at, token] of tokens.entries()) {
        const row = {
          user_id: team.id,
          type: LOG_TYPE.consume,
          created_at: clock.now - 60,
          token_id: token.id,
          model_name: 'm',
        }
        await app.db
          .insertInto('logs')
          .values({ ...row, quota: 10 ** at })
          .execute()
        const figure = {
          user_id: team.id,
          username: 'team',
          model_name: 'm',
          token_id: token.id,
          channel_id: 0,
          cause: '',
        }
        const sums = { created_at: clock.now - (clock.now % 900), count: 1, quota: 10 ** at, token_used: 0 }
        await app.db
          .insertInto('quota_data')
          .values({ ...figure, ...sums })
          .execute()
      }
      const former = await removedMember()
      const clients = { owner, admin, member, former, stranger }
      const range = { start_timestamp: String(clock.now - 3600), end_timestamp: String(clock.now) }
      const scoped = endpoints.filter(({ call }) => call.access === 'user' && fieldsOf(call).includes('team_id'))
      // List, figures, export, receipt, refunds; and each figure of the dashboard.
      expect(scoped).toHaveLength(5 + 8)
      const rowOfOwner = await app.db
        .selectFrom('logs')
        .select('id')
        .where('token_id', '=', tokens[1]?.id ?? 0)
        .executeTakeFirstOrThrow()
      const askedBy = async (by: ConsoleClient, call: Call, scope: object) => {
        const log_id = String(rowOfOwner.id)
        const query = new URLSearchParams({ ...range, log_id, team_id: String(team.id), ...scope })
        // Exports begin to stream only if they are allowed.
        const { code = 'seen' } = await sent(by, 'GET', `${call.path.replace('{id}', String(rowOfOwner.id))}?${query}`)
        return code
      }
      const scopes = [{}, { member_id: memberId }, { member_id: ownerId }, { project_id: projectId }]
      for (const { call } of scoped) {
        for (const scope of scopes) {
          const codes: Record<string, string> = {}
          for (const [role, client] of Object.entries(clients)) codes[role] = await askedBy(client, call, scope)
          const isReceipt = call.path.includes('/receipt/')
          const isOfRow = isReceipt || call.path.includes('/refund/')
          const ofMember = isReceipt
            ? 'receipt_not_found'
            : scope.member_id === ownerId && !isOfRow
              ? 'team_role_too_low'
              : 'seen'
          const nobody = 'team_not_found'
          expect([call.path, scope, codes]).toEqual([
            call.path,
            scope,
            { owner: 'seen', admin: 'seen', member: ofMember, former: nobody, stranger: nobody },
          ])
        }
      }
      const usage = async (by: ConsoleClient, scope: Record<string, string> = {}) => {
        const query = new URLSearchParams({ ...range, team_id: String(team.id), ...scope })
        const figures = await done<{ totals: { quota: number } }>(by, 'GET', `/api/dashboard/self?${query}`)
        const stat = await done<{ quota: number }>(by, 'GET', `/api/log/self/stat?${query}`)
        return [figures.totals.quota, stat.quota]
      }
      const twice = (quota: number) => [quota, quota]
      expect(await usage(admin)).toEqual(twice(111))
      expect(await usage(admin, { member_id: String(memberId) })).toEqual(twice(101))
      expect(await usage(admin, { member_id: String(ownerId) })).toEqual(twice(10))
      expect(await usage(admin, { project_id: String(projectId) })).toEqual(twice(100))
      expect(await usage(member)).toEqual(twice(101))
      expect(await usage(member, { project_id: String(projectId) })).toEqual(twice(100))
      const shares = async (client: ConsoleClient, by: ScopedSubject) => {
        const query = new URLSearchParams({ ...range, team_id: String(team.id), by })
        const { items } = await done<UsageShares>(client, 'GET', `/api/dashboard/self/shares?${query}`)
        return items.map(({ id, name, quota, requests }) => ({ id, isNamed: name !== '', quota, requests }))
      }
      const ofProject = { id: projectId, isNamed: true, quota: 100, requests: 1 }
      expect(await shares(admin, 'project')).toEqual([ofProject, { id: 0, isNamed: false, quota: 11, requests: 2 }])
      expect(await shares(admin, 'member')).toEqual([
        { id: memberId, isNamed: true, quota: 101, requests: 2 },
        { id: ownerId, isNamed: true, quota: 10, requests: 1 },
      ])
      expect(await shares(admin, 'token')).toHaveLength(3)
      expect(await shares(member, 'project')).toEqual([ofProject, { id: 0, isNamed: false, quota: 1, requests: 1 }])
      // A project of another team adds nothing.
      expect(await usage(member, { project_id: '999999' })).toEqual(twice(0))
      await app.db.deleteFrom('logs').where('user_id', '=', team.id).execute()
    })

    test('a member sees their own usage, administrators everybody’s', async ({ ledger, admin, member }) => {
      await deposit(1_000)
      const token = await makeToken()
      const hold = await holdOf(token, 70)
      await ledger.reserve(hold)
      await settle(hold, token, 70)
      const used = (list: TeamMember[]) => list.map(({ used_quota }) => used_quota)
      expect(used(await members(admin))).toEqual([0, 0, 70])
      expect(used(await members(member))).toEqual([undefined, undefined, 70])
    })

    test('members see their own tokens and rows, administrators all, without the keys of others', async ({
      app,
      owner,
      admin,
      member,
      team,
    }) => {
      const [own, others] = [await makeToken(member), await makeToken(owner)]
      const list = async (by: ConsoleClient) =>
        (await done<Page<Token>>(by, 'GET', of('/tokens'))).items.map(({ id, key }) => [id, key !== ''])
      expect(await list(member)).toEqual([[own.id, true]])
      expect(await list(admin)).toEqual([
        [others.id, false],
        [own.id, false],
      ])
      expect(await codeOf(member, 'PUT', of(`/tokens/${others.id}`), { name: 'taken' })).toBe('token_not_found')
      expect(await codeOf(member, 'DELETE', of(`/tokens/${others.id}`))).toBe('token_not_found')
      expect(await codeOf(admin, 'PUT', of(`/tokens/${own.id}`), { name: 'taken' })).toBe('token_not_found')
      expect((await done<Page<Token>>(member, 'GET', '/api/token/')).items).toEqual([])
      for (const token of [own, others]) {
        const row = { user_id: team.id, type: 2, created_at: clock.now, token_id: token.id, quota: token.id }
        await app.db.insertInto('logs').values(row).execute()
      }
      const rows = async (by: ConsoleClient) =>
        (await done<Page<{ id: number; token_id: number }>>(by, 'GET', logOf(''))).items
      const ofOthers = (await rows(owner)).find(({ token_id }) => token_id === others.id)
      expect([(await rows(member)).map(({ token_id }) => token_id), await rows(admin)]).toMatchObject([
        [own.id],
        { length: 2 },
      ])
      expect(await codeOf(member, 'GET', logOf(`/receipt/${ofOthers?.id}`))).toBe('receipt_not_found')
      expect(await done(admin, 'GET', logOf(`/receipt/${ofOthers?.id}`))).toMatchObject({ token_id: others.id })
      expect(await done(member, 'GET', logOf('/stat'))).toMatchObject({ quota: own.id })
      await done(admin, 'DELETE', of(`/tokens/${own.id}`))
      await app.db.deleteFrom('logs').where('token_id', 'in', [own.id, others.id]).execute()
    })
  },
)
