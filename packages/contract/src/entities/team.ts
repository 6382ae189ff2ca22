import { z } from 'zod'
import { QUOTA_PERIODS } from '../quota-period.ts'

/** From the least to the most. A team has one owner. */
export const TEAM_ROLES = ['member', 'admin', 'owner'] as const
export type TeamRole = (typeof TEAM_ROLES)[number]

/** Roles that are given; a team's owner is made by handing over. */
export const GIVEN_TEAM_ROLES = ['member', 'admin'] as const

/** Whether a role is at least another one. */
export const isTeamRole = (role: TeamRole, least: TeamRole): boolean =>
  TEAM_ROLES.indexOf(role) >= TEAM_ROLES.indexOf(least)

export const TEAM_NAME_MAX_LENGTH = 30
/** Teams that one user may belong to, and members of one team. */
export const TEAMS_PER_USER_MAX = 50
export const TEAM_MEMBERS_MAX = 500
export const TEAM_INVITATIONS_MAX = 100
export const TEAM_INVITATION_SECONDS = 7 * 86_400

/** A team as one of its members sees it. */
export const team = z.object({
  id: z.number().int(),
  name: z.string(),
  /** The caller's own. */
  role: z.enum(TEAM_ROLES),
  members: z.number().int(),
  quota: z.number().int(),
  /** Delivered but not paid for yet: collected first from whatever comes in. */
  owed: z.number().int(),
  used_quota: z.number().int(),
  created_at: z.number().int(),
})
export type Team = z.output<typeof team>

/** Its budget is what its tokens may spend by period; of others, members see name and role alone. */
export const teamMember = z.object({
  user_id: z.number().int(),
  username: z.string(),
  display_name: z.string(),
  role: z.enum(TEAM_ROLES),
  joined_at: z.number().int(),
  /** What the member's tokens in the team have used; absent: not for the caller's eyes. */
  used_quota: z.number().int().optional(),
  quota_period: z.enum(['', ...QUOTA_PERIODS]).optional(),
  period_quota: z.number().int().optional(),
  /** What was charged in the current period; absent: there is no budget. */
  period_used: z.number().int().optional(),
})
export type TeamMember = z.output<typeof teamMember>

export const teamInvitation = z.object({
  id: z.number().int(),
  role: z.enum(GIVEN_TEAM_ROLES),
  /** Where it was mailed to; empty: it is a link. */
  email: z.string(),
  invited_by: z.string(),
  created_at: z.number().int(),
  expires_at: z.number().int(),
})
export type TeamInvitation = z.output<typeof teamInvitation>
