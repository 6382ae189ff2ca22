import { expect } from 'bun:test'
import { signedIn } from '../../../test/support/console-client.ts'
import { endpoints } from '../../start/app.ts'
import { describeTeams } from './teams-fixture.ts'

describeTeams('invitations to teams', (test, { clock, done, codeOf, of, invited, members }) => {
  test('one of several concurrent acceptances of one invitation joins', async ({ app, stranger }) => {
    const { code } = await invited()
    const clients = [stranger, ...(await Promise.all([1, 2, 3].map(() => signedIn(app, endpoints, 'user'))))]
    const codes = await Promise.all(clients.map(one => codeOf(one, 'POST', '/api/team/invitation/accept', { code })))
    expect(codes.filter(one => one === undefined)).toHaveLength(1)
    expect(codes.filter(one => one === 'team_invitation_over')).toHaveLength(3)
    expect(await members()).toHaveLength(4)
  })

  test('an invitation ends by expiry, withdrawal, declining and use', async ({
    app,
    owner,
    admin,
    member,
    stranger,
  }) => {
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
    clock.now += 8 * 86_400
    expect(await over(late.code)).toEqual(ended)
    expect(await done<unknown[]>(owner, 'GET', of('/invitations'))).toEqual([])
    const stored = await app.db.selectFrom('team_invitations').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(late.code)
    expect(await codeOf(member, 'POST', '/api/team/invitation/accept', { code: (await invited()).code })).toBe(
      'team_member_already',
    )
  })

  test('an invitation ends with its inviter’s right to invite', async ({ owner, admin, stranger, adminId }) => {
    const { code } = await invited({}, admin)
    await done(owner, 'DELETE', of(`/members/${adminId}`))
    expect(await codeOf(stranger, 'POST', '/api/team/invitation/accept', { code })).toBe('team_invitation_over')
  })

  test('an administrator’s invitation ends when its inviter hands the team over', async ({
    owner,
    stranger,
    adminId,
  }) => {
    const [{ code }, other] = [await invited({ role: 'admin' }), await invited()]
    const accept = (sought: string) => codeOf(stranger, 'POST', '/api/team/invitation/accept', { code: sought })
    await done(owner, 'PUT', of('/owner'), { user_id: adminId })
    expect(await accept(code)).toBe('team_invitation_over')
    expect(await accept(other.code)).toBeUndefined()
  })
})
