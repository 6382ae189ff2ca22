import { expect } from 'bun:test'
import type { Page, Team, TeamProject, Token } from '@tollgate/contract'
import { describeTeams } from './teams-fixture.ts'

describeTeams(
  'tokens of teams',
  (test, { sent, done, codeOf, of, invited, makeToken, makeProject, members, seatOf }) => {
    test('a project is named once, and takes no tokens while archived', async ({ admin, member, memberId }) => {
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

    test('a member who leaves loses their tokens, and gets their budget back on return', async ({
      owner,
      member,
      memberId,
    }) => {
      await done(owner, 'PUT', of(`/members/${memberId}`), { quota_period: 'week', period_quota: 300 })
      await makeToken()
      await done(member, 'POST', of('/leave'), {})
      expect(await codeOf(member, 'GET', of('/tokens'))).toBe('team_not_found')
      expect((await done<Page<Token>>(owner, 'GET', of('/tokens'))).items).toEqual([])
      await done(member, 'POST', '/api/team/invitation/accept', { code: (await invited()).code })
      expect((await members()).at(-1)).toMatchObject({ user_id: memberId, quota_period: 'week', period_quota: 300 })
    })

    test('removing a member while they make a token leaves no active token', async ({ owner, member, memberId }) => {
      await Promise.all([
        sent(owner, 'DELETE', of(`/members/${memberId}`)),
        ...Array.from({ length: 5 }, () => sent(member, 'POST', of('/tokens'), { name: 'late' })),
      ])
      expect((await done<Page<Token>>(owner, 'GET', of('/tokens'))).items).toEqual([])
    })
  },
)
