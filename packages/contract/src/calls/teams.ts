import { z } from 'zod'
import { call } from '../call.ts'
import { QUOTA_MAX } from '../constants.ts'
import { GIVEN_TEAM_ROLES, TEAM_NAME_MAX_LENGTH, team, teamInvitation, teamMember } from '../entities/team.ts'
import { token } from '../entities/token.ts'
import { QUOTA_PERIODS } from '../quota-period.ts'
import { idParams, pageOf, pageQuery } from '../reply.ts'
import { RATE_LIMITS } from './rate-limits.ts'
import { tokens } from './tokens.ts'
import { accountEntry } from './user-admin.ts'

const id = z.coerce.number().int().positive()
const name = z.string().trim().min(1).max(TEAM_NAME_MAX_LENGTH)
const memberParams = idParams.extend({ user_id: id })
const tokenParams = idParams.extend({ token_id: id })
const code = z.object({ code: z.string().trim().min(1).max(200) })
const role = z.enum(GIVEN_TEAM_ROLES)

/** `team`: the minimum role that the caller must have in the team of `{id}`; for anybody else it does not exist. */
export const teams = {
  list: call({
    method: 'GET',
    path: '/api/team/',
    access: 'user',
    summary: 'The teams that the caller belongs to',
    reply: z.array(team),
  }),
  create: call({
    method: 'POST',
    path: '/api/team/',
    access: 'user',
    summary: 'Make a team, whose owner is the caller',
    body: z.object({ name }),
    reply: team,
  }),
  get: call({
    method: 'GET',
    path: '/api/team/{id}',
    access: 'user',
    team: 'member',
    summary: 'One team',
    params: idParams,
    reply: team,
  }),
  rename: call({
    method: 'PUT',
    path: '/api/team/{id}',
    access: 'user',
    team: 'admin',
    summary: 'Rename a team',
    params: idParams,
    body: z.object({ name }),
    reply: team,
  }),
  dissolve: call({
    method: 'DELETE',
    path: '/api/team/{id}',
    access: 'user',
    team: 'owner',
    summary: 'Dissolve a team: its tokens stop, and what its wallet has left goes to the owner',
    params: idParams,
    reply: z.null(),
  }),
  handOver: call({
    method: 'PUT',
    path: '/api/team/{id}/owner',
    access: 'user',
    team: 'owner',
    summary: 'Make another member the owner; the caller becomes an administrator of the team',
    params: idParams,
    body: z.object({ user_id: id }),
    reply: z.null(),
  }),
  leave: call({
    method: 'POST',
    path: '/api/team/{id}/leave',
    access: 'user',
    team: 'member',
    summary: 'Leave a team: the caller’s tokens of it stop',
    params: idParams,
    body: z.object({}),
    reply: z.null(),
  }),
  members: call({
    method: 'GET',
    path: '/api/team/{id}/members',
    access: 'user',
    team: 'member',
    summary: 'The members of a team; with what they have used and their budgets for its administrators',
    params: idParams,
    reply: z.array(teamMember),
  }),
  changeMember: call({
    method: 'PUT',
    path: '/api/team/{id}/members/{user_id}',
    access: 'user',
    team: 'admin',
    summary: 'Change what is given of a member: their budget, or, as owner, their role',
    params: memberParams,
    body: z.object({
      role: role.optional(),
      quota_period: z.enum(['', ...QUOTA_PERIODS]).optional(),
      period_quota: z.number().int().min(0).max(QUOTA_MAX).optional(),
    }),
    reply: z.null(),
  }),
  removeMember: call({
    method: 'DELETE',
    path: '/api/team/{id}/members/{user_id}',
    access: 'user',
    team: 'admin',
    summary: 'Remove a member: their tokens of the team stop. Administrators are removed by the owner',
    params: memberParams,
    reply: z.null(),
  }),
  invitations: call({
    method: 'GET',
    path: '/api/team/{id}/invitations',
    access: 'user',
    team: 'admin',
    summary: 'Invitations that nobody has answered yet',
    params: idParams,
    reply: z.array(teamInvitation),
  }),
  invite: call({
    method: 'POST',
    path: '/api/team/{id}/invitations',
    access: 'user',
    team: 'admin',
    rateLimit: RATE_LIMITS.order,
    summary: 'Invite somebody: the answer has the code, this once; with an address it is mailed instead',
    params: idParams,
    body: z.object({ role: role.default('member'), email: z.string().trim().max(254).default('') }),
    reply: teamInvitation.extend({ code: z.string().optional() }),
  }),
  withdraw: call({
    method: 'DELETE',
    path: '/api/team/{id}/invitations/{invitation_id}',
    access: 'user',
    team: 'admin',
    summary: 'Withdraw an invitation',
    params: idParams.extend({ invitation_id: id }),
    reply: z.null(),
  }),
  readInvitation: call({
    method: 'POST',
    path: '/api/team/invitation',
    access: 'user',
    summary: 'What an invitation is to, by its code',
    body: code,
    reply: z.object({ team: z.string(), role, invited_by: z.string(), expires_at: z.number().int() }),
  }),
  accept: call({
    method: 'POST',
    path: '/api/team/invitation/accept',
    access: 'user',
    summary: 'Accept an invitation, once',
    body: code,
    reply: team,
  }),
  decline: call({
    method: 'POST',
    path: '/api/team/invitation/decline',
    access: 'user',
    summary: 'Decline an invitation, which ends it',
    body: code,
    reply: z.null(),
  }),
  deposit: call({
    method: 'POST',
    path: '/api/team/{id}/deposit',
    access: 'user',
    team: 'member',
    summary: 'Move quota from the caller’s balance into the team’s wallet',
    params: idParams,
    body: z.object({ quota: z.number().int().min(1).max(QUOTA_MAX) }),
    reply: team,
  }),
  entries: call({
    method: 'GET',
    path: '/api/team/{id}/entries',
    access: 'user',
    team: 'member',
    summary: 'What came into the team’s wallet and left it other than by calls, newest first',
    params: idParams,
    query: pageQuery,
    reply: pageOf(accountEntry.extend({ username: z.string() })),
  }),
  tokens: call({
    method: 'GET',
    path: '/api/team/{id}/tokens',
    access: 'user',
    team: 'member',
    summary: 'The caller’s tokens of a team; for its administrators those of all members, without the keys of others',
    params: idParams,
    query: pageQuery,
    reply: pageOf(token.extend({ member: z.string() })),
  }),
  makeToken: call({
    method: 'POST',
    path: '/api/team/{id}/tokens',
    access: 'user',
    team: 'member',
    summary: 'Make a token whose calls the team’s wallet pays',
    params: idParams,
    body: tokens.create.body.extend({
      /** The project it belongs to from now on; 0: none. */
      project_id: z.number().int().min(0).default(0),
    }),
    reply: z.array(token),
  }),
  changeToken: call({
    method: 'PUT',
    path: '/api/team/{id}/tokens/{token_id}',
    access: 'user',
    team: 'member',
    summary: 'Change what is given of one’s own token of a team',
    params: tokenParams,
    body: tokens.update.body.omit({ id: true }),
    reply: token,
  }),
  removeToken: call({
    method: 'DELETE',
    path: '/api/team/{id}/tokens/{token_id}',
    access: 'user',
    team: 'member',
    summary: 'Delete one’s own token of a team; its administrators delete any',
    params: tokenParams,
    reply: z.null(),
  }),
}
