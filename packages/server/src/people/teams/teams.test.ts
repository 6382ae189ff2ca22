import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import {
  type Call,
  isTeamRole,
  LOG_TYPE,
  type Page,
  type ScopedSubject,
  type Team,
  type TeamInvitation,
  type TeamMember,
  type TeamProject,
  type Token,
  type UsageShares,
} from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { audit } from '../../money/ledger/audit.ts'
import { credit, type Ledger, periodAccountId } from '../../money/ledger/index.ts'
import { consumeRow, NOW, newHold, openTestLedger } from '../../money/ledger/testing.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'
import { markSetUp } from '../setup/store.ts'
import { returnOfDissolved } from './wallet.ts'

const BALANCE = 10_000

const fieldsOf = ({ query }: Call): string[] => Object.keys((query as { shape?: object } | undefined)?.shape ?? {})

for (const { kind, open } of databases()) {
  describe(`teams on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let ledger: Ledger
    let now: number
    let [owner, admin, member, stranger]: ConsoleClient[] = []
    let [ownerId, adminId, memberId] = [0, 0, 0]
    let team: Team
    beforeAll(async () => {
      database = await open()
      ledger = await openTestLedger(database.storage)
      app = await testApp(database, { ledger, now: () => now })
    })
    beforeEach(async () => {
      now = TEST_NOW
      ;[owner, admin, member, stranger] = await Promise.all(
        Array.from({ length: 4 }, () => signedIn(app, endpoints, 'user')),
      )
      ;[ownerId, adminId, memberId] = [await idOf(owner), await idOf(admin), await idOf(member)]
      await credit(app.db, { userId: ownerId, amount: BALANCE, reference: `grant:test:${ownerId}`, now })
      await credit(app.db, { userId: memberId, amount: BALANCE, reference: `grant:test:${memberId}`, now })
      team = await done<Team>(owner, 'POST', '/api/team/', { name: 'Crawlers' })
      await done(admin, 'POST', '/api/team/invitation/accept', { code: (await invited({ role: 'admin' })).code })
      await done(member, 'POST', '/api/team/invitation/accept', { code: (await invited()).code })
    })
    afterEach(async () => expect(await audit(database.storage, Math.floor(Date.now() / 1000))).toEqual([]))
    afterAll(async () => {
      await ledger.close()
      await database.close()
    })

    const sent = (client: ConsoleClient | undefined, method: string, path: string, body?: unknown) => {
      if (!client) throw new Error('nobody')
      return client(method, path, { body })
    }
    async function done<Data>(...call: Parameters<typeof sent>): Promise<Data> {
      const answer = await sent(...call)
      if (!answer.success) throw new Error(`${call[1]} ${call[2]}: ${answer.message}`)
      return answer.data as Data
    }
    const codeOf = async (...call: Parameters<typeof sent>) => (await sent(...call)).code
    const idOf = async (client: ConsoleClient | undefined) =>
      (await done<{ id: number }>(client, 'GET', '/api/user/self')).id
    const of = (path: string) => `/api/team/${team.id}${path}`
    const logOf = (path: string) => `/api/log/self${path}?team_id=${team.id}`
    const invited = (form: object = {}, by = owner) =>
      done<TeamInvitation & { code: string }>(by, 'POST', of('/invitations'), form)
    const account = (id: number) =>
      app.db.selectFrom('users').select(['quota', 'owed', 'leased']).where('id', '=', id).executeTakeFirstOrThrow()
    const quotaOf = async (id: number) => (await account(id)).quota
    const deposit = (quota: number, by = owner) => sent(by, 'POST', of('/deposit'), { quota })
    const makeToken = async (by = member, form: object = {}) => {
      const [token] = await done<[Token]>(by, 'POST', of('/tokens'), { name: 'agent', unlimited_quota: true, ...form })
      return token
    }
    const removedMember = async () => {
      const former = await signedIn(app, endpoints, 'user')
      await done(former, 'POST', '/api/team/invitation/accept', { code: (await invited()).code })
      await done(owner, 'DELETE', of(`/members/${await idOf(former)}`))
      return former
    }
    const projects = (by = owner) => done<TeamProject[]>(by, 'GET', of('/projects'))
    const makeProject = async (form: object = {}) => {
      await done(admin, 'POST', of('/projects'), { name: 'Search', ...form })
      return (await projects()).at(-1) as TeamProject
    }
    const members = (by = owner) => done<TeamMember[]>(by, 'GET', of('/members'))
    const seatOf = async (userId: number) =>
      (
        await app.db
          .selectFrom('team_members')
          .select('seat_id')
          .where('team_id', '=', team.id)
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow()
      ).seat_id
    /** Holds quota as the relay does, for a token of a member with a daily budget. */
    const holdOf = async (token: Token, quota: number, isLimited = false) => ({
      ...newHold({ userId: team.id, tokenId: token.id, channelId: 0 }, quota),
      ...(isLimited && {
        periods: [{ owner: 'token' as const, ownerId: await seatOf(token.member_id), period: 'day' as const }],
      }),
    })
    const settle = ({ requestId }: { requestId: string }, token: Token, quota: number) => {
      const payer = { userId: team.id, tokenId: token.id, channelId: 0 }
      return ledger.settle({ requestId, quota, channelId: 0, log: consumeRow(payer, quota) })
    }

    test('have an owner, and others by invitation', async () => {
      expect(await done<Team[]>(member, 'GET', '/api/team/')).toEqual([
        { ...team, role: 'member', members: 3, quota: 0, owed: 0, used_quota: 0 },
      ])
      const seen = (await members()).map(({ user_id, role }) => [user_id, role])
      expect(seen).toEqual([
        [ownerId, 'owner'],
        [adminId, 'admin'],
        [memberId, 'member'],
      ])
      expect(await done<Team[]>(stranger, 'GET', '/api/team/')).toEqual([])
    })

    test('every route about a team requires the role in the table, and hides the team from strangers', async () => {
      const { code } = await invited()
      const roles = { member, admin, owner } as const
      const former = await removedMember()
      for (const { call } of endpoints) {
        if (!call.team) continue
        const ids = call.path.replace('{id}', String(team.id)).replace(/\{\w+\}/g, '999999999')
        const path = fieldsOf(call).includes('plan_id') && call.method === 'GET' ? `${ids}?plan_id=999999999` : ids
        const named = { name: 'x', user_id: 999_999_999, plan_id: 999_999_999, payment_method: 'stripe', due: 0 }
        const body = { ...named, quota: 10 * BALANCE, role: 'member', count: 0 }
        // Leaving and dissolving come last, tried by members who may not do so.
        const isLast = ['POST /api/team/{id}/leave', 'DELETE /api/team/{id}', 'PUT /api/team/{id}'].includes(
          `${call.method} ${call.path}`,
        )
        const name = `${call.method} ${call.path}`
        const answerTo = async (by: ConsoleClient | undefined) => {
          if (name === 'POST /api/team/{id}/tokens') return await codeOf(by, call.method, path, { group: 'not there' })
          return await codeOf(by, call.method, path, call.method === 'GET' ? undefined : body)
        }
        for (const nobody of [stranger, former])
          expect([name, await answerTo(nobody)]).toEqual([name, 'team_not_found'])
        for (const [role, client] of Object.entries(roles)) {
          const mayUse = isTeamRole(role as keyof typeof roles, call.team)
          if (mayUse && isLast) continue
          const code = await answerTo(client)
          expect([name, role, code === 'team_role_too_low']).toEqual([name, role, !mayUse])
        }
      }
      expect(await codeOf(stranger, 'POST', '/api/team/invitation', { code })).toBeUndefined()
    })

    test('every call of one’s own figures with a team’s parameters gives each role what it may see', async () => {
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
          created_at: now - 60,
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
        const sums = { created_at: now - (now % 900), count: 1, quota: 10 ** at, token_used: 0 }
        await app.db
          .insertInto('quota_data')
          .values({ ...figure, ...sums })
          .execute()
      }
      const former = await removedMember()
      const clients = { owner, admin, member, former, stranger }
      const range = { start_timestamp: String(now - 3600), end_timestamp: String(now) }
      const scoped = endpoints.filter(({ call }) => call.access === 'user' && fieldsOf(call).includes('team_id'))
      // List, figures, export, receipt, refunds; and each figure of the dashboard.
      expect(scoped).toHaveLength(5 + 8)
      const rowOfOwner = await app.db
        .selectFrom('logs')
        .select('id')
        .where('token_id', '=', tokens[1]?.id ?? 0)
        .executeTakeFirstOrThrow()
      const askedBy = async (by: ConsoleClient | undefined, call: Call, scope: object) => {
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
      const usage = async (by: ConsoleClient | undefined, scope: Record<string, string> = {}) => {
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
      const shares = async (client: ConsoleClient | undefined, by: ScopedSubject) => {
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

    test('one of several concurrent acceptances of one invitation joins', async () => {
      const { code } = await invited()
      const clients = [stranger, ...(await Promise.all([1, 2, 3].map(() => signedIn(app, endpoints, 'user'))))]
      const codes = await Promise.all(clients.map(one => codeOf(one, 'POST', '/api/team/invitation/accept', { code })))
      expect(codes.filter(one => one === undefined)).toHaveLength(1)
      expect(codes.filter(one => one === 'team_invitation_over')).toHaveLength(3)
      expect(await members()).toHaveLength(4)
    })

    test('an invitation ends by expiry, withdrawal, declining and use', async () => {
      const over = async (code: string) => [
        await codeOf(stranger, 'POST', '/api/team/invitation', { code }),
        await codeOf(stranger, 'POST', '/api/team/invitation/accept', { code }),
      ]
      const ended = ['team_invitation_over', 'team_invitation_over']
      const [late, withdrawn, declined] = [await invited(), await invited(), await invited()]
      const told = await done(stranger, 'POST', '/api/team/invitation', { code: late.code })
      expect(told).toMatchObject({ team: 'Crawlers', role: 'member' })
      await done(admin, 'DELETE', of(`/invitations/${withdrawn.id}`))
      await done(stranger, 'POST', '/api/team/invitation/decline', { code: declined.code })
      expect([await over(withdrawn.code), await over(declined.code)]).toEqual([ended, ended])
      now += 8 * 86_400
      expect(await over(late.code)).toEqual(ended)
      expect(await done<unknown[]>(owner, 'GET', of('/invitations'))).toEqual([])
      const stored = await app.db.selectFrom('team_invitations').selectAll().execute()
      expect(JSON.stringify(stored)).not.toContain(late.code)
      expect(await codeOf(member, 'POST', '/api/team/invitation/accept', { code: (await invited()).code })).toBe(
        'team_member_already',
      )
    })

    test('administrators cannot change each other or the owner, and only the owner appoints them', async () => {
      const path = (id: number) => of(`/members/${id}`)
      expect(await codeOf(admin, 'DELETE', path(ownerId))).toBe('team_owner_stays')
      expect(await codeOf(admin, 'PUT', path(ownerId), { quota_period: 'day', period_quota: 1 })).toBe(
        'team_admin_by_owner',
      )
      expect(await codeOf(admin, 'PUT', path(memberId), { role: 'admin' })).toBe('team_admin_by_owner')
      expect(await codeOf(admin, 'POST', of('/invitations'), { role: 'admin' })).toBe('team_admin_by_owner')
      await done(owner, 'PUT', path(memberId), { role: 'admin' })
      expect(await codeOf(admin, 'DELETE', path(memberId))).toBe('team_admin_by_owner')
      await done(owner, 'DELETE', path(memberId))
    })

    test('an administrator with a budget lets nobody else spend', async () => {
      const budget = { quota_period: 'day', period_quota: 500 }
      const left = await invited({}, admin)
      await done(owner, 'PUT', of(`/members/${adminId}`), budget)
      const refused = 'team_budget_of_own'
      expect(await codeOf(admin, 'POST', of('/invitations'), {})).toBe(refused)
      expect(await codeOf(admin, 'PUT', of(`/members/${memberId}`), { period_quota: 0 })).toBe(refused)
      expect(await codeOf(admin, 'PUT', of(`/members/${adminId}`), { quota_period: '' })).toBe('team_admin_by_owner')
      const accept = () => codeOf(stranger, 'POST', '/api/team/invitation/accept', { code: left.code })
      expect(await accept()).toBe('team_invitation_over')
      await done(owner, 'PUT', of(`/members/${adminId}`), { quota_period: '' })
      await done(admin, 'PUT', of(`/members/${memberId}`), budget)
      expect(await accept()).toBeUndefined()
    })

    test('an invitation ends with its inviter’s right to invite', async () => {
      const { code } = await invited({}, admin)
      await done(owner, 'DELETE', of(`/members/${adminId}`))
      expect(await codeOf(stranger, 'POST', '/api/team/invitation/accept', { code })).toBe('team_invitation_over')
    })

    test('an administrator’s invitation ends when its inviter hands the team over', async () => {
      const [{ code }, other] = [await invited({ role: 'admin' }), await invited()]
      const accept = (sought: string) => codeOf(stranger, 'POST', '/api/team/invitation/accept', { code: sought })
      await done(owner, 'PUT', of('/owner'), { user_id: adminId })
      expect(await accept(code)).toBe('team_invitation_over')
      expect(await accept(other.code)).toBeUndefined()
    })

    test('the owner leaves only after handing over, once', async () => {
      expect(await codeOf(owner, 'POST', of('/leave'), {})).toBe('team_owner_stays')
      const name = (await done<{ username: string }>(owner, 'GET', '/api/user/self')).username
      expect(await codeOf(owner, 'DELETE', '/api/user/self', { username: name })).toBe('team_owner_of_some')
      const both = await Promise.all(
        [adminId, memberId].map(user_id => codeOf(owner, 'PUT', of('/owner'), { user_id })),
      )
      expect(both.filter(code => code === undefined)).toHaveLength(1)
      expect((await members()).filter(({ role }) => role === 'owner')).toHaveLength(1)
      await done(owner, 'POST', of('/leave'), {})
      expect(await codeOf(owner, 'GET', of(''))).toBe('team_not_found')
    })

    test('members pay in exactly, and never more than they have', async () => {
      const codes = await Promise.all(Array.from({ length: 12 }, async () => (await deposit(1_000, member)).code))
      expect(codes.filter(code => code === undefined)).toHaveLength(10)
      expect(codes.filter(code => code === 'team_balance_too_low')).toHaveLength(2)
      expect([await quotaOf(memberId), await quotaOf(team.id)]).toEqual([0, BALANCE])
      const page = await done<Page<{ kind: string; quota: number; username: string }>>(member, 'GET', of('/entries'))
      const { username } = await done<{ username: string }>(member, 'GET', '/api/user/self')
      expect([page.total, page.items[0]]).toMatchObject([10, { kind: 'team-in', quota: 1_000, username }])
    })

    test('a member with a spending limit pays nothing in: otherwise they could spend the rest through the team', async () => {
      const limit = (quota_period: string) =>
        app.db.updateTable('users').set({ quota_period, period_quota: 5 }).where('id', '=', memberId).execute()
      await limit('day')
      expect((await deposit(1, member)).code).toBe('team_deposit_limited')
      await limit('')
      expect((await deposit(1, member)).code).toBeUndefined()
    })

    test('a debt of the team is paid first', async () => {
      const token = await makeToken()
      await deposit(100)
      const hold = await holdOf(token, 100)
      await ledger.reserve(hold)
      await settle(hold, token, 150)
      expect(await account(team.id)).toMatchObject({ quota: 0, owed: 50 })
      await deposit(200)
      expect(await account(team.id)).toMatchObject({ quota: 150, owed: 0 })
    })

    test('two hundred concurrent calls never exceed a budget', async () => {
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

    test('two hundred concurrent calls of several members never exceed the budget of a project', async () => {
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
      now = NOW
      expect(await projects()).toMatchObject([{ id: project.id, used_quota: 300, period_used: 300, period_quota: 300 }])
      expect(await projects(member)).toEqual([
        { id: project.id, name: project.name, is_archived: false, created_at: project.created_at },
      ])
    })

    test('a project is named once, and takes no tokens while archived', async () => {
      const { id } = await makeProject()
      expect(await codeOf(admin, 'POST', of('/projects'), { name: 'Search' })).toBe('team_project_named_already')
      const make = (project_id: number) => codeOf(member, 'POST', of('/tokens'), { name: 'agent', project_id })
      expect(await make(999_999)).toBe('team_project_not_found')
      // A seat of a member is a token too.
      expect(await make(await seatOf(memberId))).toBe('team_project_not_found')
      const elsewhere = await done<Team>(member, 'POST', '/api/team/', { name: 'Other' })
      await done(member, 'POST', `/api/team/${elsewhere.id}/projects`, { name: 'Search' })
      const [foreign] = await done<TeamProject[]>(member, 'GET', `/api/team/${elsewhere.id}/projects`)
      expect(await make(foreign?.id ?? 0)).toBe('team_project_not_found')
      expect(await codeOf(admin, 'PUT', of(`/projects/${foreign?.id}`), { name: 'Taken' })).toBe(
        'team_project_not_found',
      )
      await done(admin, 'PUT', of(`/projects/${id}`), { is_archived: true })
      expect(await make(id)).toBe('team_project_archived')
      await done(admin, 'PUT', of(`/projects/${id}`), { is_archived: false })
      expect(await make(id)).toBeUndefined()
    })

    test('an administrator with a budget sets none of projects', async () => {
      const { id } = await makeProject()
      await done(owner, 'PUT', of(`/members/${adminId}`), { quota_period: 'day', period_quota: 500 })
      const budget = { quota_period: 'day', period_quota: 9 }
      expect(await codeOf(admin, 'PUT', of(`/projects/${id}`), budget)).toBe('team_budget_of_own')
      expect(await codeOf(admin, 'POST', of('/projects'), { name: 'Own', ...budget })).toBe('team_budget_of_own')
      expect(await codeOf(admin, 'PUT', of(`/projects/${id}`), { name: 'Renamed' })).toBeUndefined()
    })

    test('a member sees their own usage, administrators everybody’s', async () => {
      await deposit(1_000)
      const token = await makeToken()
      const hold = await holdOf(token, 70)
      await ledger.reserve(hold)
      await settle(hold, token, 70)
      const used = (list: TeamMember[]) => list.map(({ used_quota }) => used_quota)
      expect(used(await members(admin))).toEqual([0, 0, 70])
      expect(used(await members(member))).toEqual([undefined, undefined, 70])
    })

    test('members see their own tokens and rows, administrators all, without the keys of others', async () => {
      const [own, others] = [await makeToken(member), await makeToken(owner)]
      const list = async (by: ConsoleClient | undefined) =>
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
        const row = { user_id: team.id, type: 2, created_at: now, token_id: token.id, quota: token.id }
        await app.db.insertInto('logs').values(row).execute()
      }
      const rows = async (by: ConsoleClient | undefined) =>
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

    test('a member who leaves loses their tokens, and gets their budget back on return', async () => {
      await done(owner, 'PUT', of(`/members/${memberId}`), { quota_period: 'week', period_quota: 300 })
      await makeToken()
      await done(member, 'POST', of('/leave'), {})
      expect(await codeOf(member, 'GET', of('/tokens'))).toBe('team_not_found')
      expect((await done<Page<Token>>(owner, 'GET', of('/tokens'))).items).toEqual([])
      await done(member, 'POST', '/api/team/invitation/accept', { code: (await invited()).code })
      expect((await members()).at(-1)).toMatchObject({ user_id: memberId, quota_period: 'week', period_quota: 300 })
    })

    test('removing a member while they make a token leaves no active token', async () => {
      await Promise.all([
        sent(owner, 'DELETE', of(`/members/${memberId}`)),
        ...Array.from({ length: 5 }, () => sent(member, 'POST', of('/tokens'), { name: 'late' })),
      ])
      expect((await done<Page<Token>>(owner, 'GET', of('/tokens'))).items).toEqual([])
    })

    test('dissolving returns everything to the owner, and the rest of running calls once they are charged', async () => {
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

    test('paying in while dissolving loses nothing', async () => {
      await Promise.all([
        ...Array.from({ length: 8 }, () => deposit(500, member)),
        sent(owner, 'DELETE', of('')),
        ...Array.from({ length: 8 }, () => deposit(500, member)),
      ])
      await returnOfDissolved(app)
      const [ofOwner, ofMember, ofTeam] = [await quotaOf(ownerId), await quotaOf(memberId), await quotaOf(team.id)]
      expect([ofOwner + ofMember, ofTeam]).toEqual([2 * BALANCE, 0])
    })

    test('nobody signs in to a team’s account', async () => {
      const password = 'a good password'
      await markSetUp(app.db, app.version, now)
      const root = await signedIn(app, endpoints, 'root')
      await done(root, 'PUT', '/api/user/', { id: team.id, password })
      const username = `team@${team.id}`
      const answer = await sent(stranger, 'POST', '/api/user/login', { username, password })
      expect([answer.success, answer.code]).toEqual([false, 'login_failed'])
    })
  })
}
