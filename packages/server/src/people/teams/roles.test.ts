import { expect } from 'bun:test'
import { type Call, isTeamRole, type Team } from '@tollgate/contract'
import { type ConsoleClient, signedIn } from '../../../test/support/console-client.ts'
import { endpoints } from '../../start/app.ts'
import { markSetUp } from '../setup/store.ts'
import { BALANCE, describeTeams } from './teams-fixture.ts'

const fieldsOf = ({ query }: Call): string[] => Object.keys((query as { shape?: object } | undefined)?.shape ?? {})

describeTeams('roles in teams', (test, { sent, done, codeOf, of, invited, removedMember, makeProject, members }) => {
  test('the owner has one, others by invitation', async ({ team, member, stranger, ownerId, adminId, memberId }) => {
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

  test('every route about a team requires the role in the table, and hides the team from strangers', async ({
    owner,
    admin,
    member,
    stranger,
    team,
  }) => {
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
      const answerTo = async (by: ConsoleClient) => {
        if (name === 'POST /api/team/{id}/tokens') return await codeOf(by, call.method, path, { group: 'not there' })
        return await codeOf(by, call.method, path, call.method === 'GET' ? undefined : body)
      }
      for (const nobody of [stranger, former]) expect([name, await answerTo(nobody)]).toEqual([name, 'team_not_found'])
      for (const [role, client] of Object.entries(roles)) {
        const mayUse = isTeamRole(role as keyof typeof roles, call.team)
        if (mayUse && isLast) continue
        const code = await answerTo(client)
        expect([name, role, code === 'team_role_too_low']).toEqual([name, role, !mayUse])
      }
    }
    expect(await codeOf(stranger, 'POST', '/api/team/invitation', { code })).toBeUndefined()
  })

  test('administrators cannot change each other or the owner, and only the owner appoints them', async ({
    owner,
    admin,
    ownerId,
    memberId,
  }) => {
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

  test('an administrator with a budget lets nobody else spend', async ({
    owner,
    admin,
    stranger,
    adminId,
    memberId,
  }) => {
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

  test('an administrator with a budget sets none of projects', async ({ owner, admin, adminId }) => {
    const { id } = await makeProject()
    await done(owner, 'PUT', of(`/members/${adminId}`), { quota_period: 'day', period_quota: 500 })
    const budget = { quota_period: 'day', period_quota: 9 }
    expect(await codeOf(admin, 'PUT', of(`/projects/${id}`), budget)).toBe('team_budget_of_own')
    expect(await codeOf(admin, 'POST', of('/projects'), { name: 'Own', ...budget })).toBe('team_budget_of_own')
    expect(await codeOf(admin, 'PUT', of(`/projects/${id}`), { name: 'Renamed' })).toBeUndefined()
  })

  test('the owner leaves only after handing over, once', async ({ owner, adminId, memberId }) => {
    expect(await codeOf(owner, 'POST', of('/leave'), {})).toBe('team_owner_stays')
    const name = (await done<{ username: string }>(owner, 'GET', '/api/user/self')).username
    expect(await codeOf(owner, 'DELETE', '/api/user/self', { username: name })).toBe('team_owner_of_some')
    const both = await Promise.all([adminId, memberId].map(user_id => codeOf(owner, 'PUT', of('/owner'), { user_id })))
    expect(both.filter(code => code === undefined)).toHaveLength(1)
    expect((await members()).filter(({ role }) => role === 'owner')).toHaveLength(1)
    await done(owner, 'POST', of('/leave'), {})
    expect(await codeOf(owner, 'GET', of(''))).toBe('team_not_found')
  })

  test('nobody signs in to a team’s account', async ({ app, stranger, team }) => {
    const password = 'a good password'
    await markSetUp(app.db, app.version, app.now())
    const root = await signedIn(app, endpoints, 'root')
    await done(root, 'PUT', '/api/user/', { id: team.id, password })
    const username = `team@${team.id}`
    const answer = await sent(stranger, 'POST', '/api/user/login', { username, password })
    expect([answer.success, answer.code]).toEqual([false, 'login_failed'])
  })
})
