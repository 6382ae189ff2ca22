import { z } from 'zod'
import { QUOTA_PERIODS } from '../quota-period.ts'

/** From lowest to highest. A team has one owner. */
export const TEAM_ROLES = ['member', 'admin', 'owner'] as const
export type TeamRole = (typeof TEAM_ROLES)[number]

/** Roles that can be given; a new owner is made by handing over. */
export const GIVEN_TEAM_ROLES = ['member', 'admin'] as const

/** Whether a role is at least as high as another. */
export const isTeamRole = (role: TeamRole, least: TeamRole): boolean =>
  TEAM_ROLES.indexOf(role) >= TEAM_ROLES.indexOf(least)

export const TEAM_NAME_MAX_LENGTH = 30
/** The maximum numbers of teams per user and members per team. */
export const TEAMS_PER_USER_MAX = 50
export const TEAM_MEMBERS_MAX = 500
export const TEAM_PROJECTS_MAX = 200
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
  /** Delivered but not yet paid for: collected first from any new money. */
  owed: z.number().int(),
  used_quota: z.number().int(),
  created_at: z.number().int(),
})
export type Team = z.output<typeof team>

/** Its budget is the spending limit of its tokens per period. Ordinary members see only name and role of others. */
export const teamMember = z.object({
  user_id: z.number().int(),
  username: z.string(),
  display_name: z.string(),
  role: z.enum(TEAM_ROLES),
  joined_at: z.number().int(),
  /** What the member's tokens in the team have used; absent: the caller may not see it. */
  used_quota: z.number().int().optional(),
  quota_period: z.enum(['', ...QUOTA_PERIODS]).optional(),
  period_quota: z.number().int().optional(),
  /** The amount charged in the current period; absent: there is no budget. */
  period_used: z.number().int().optional(),
})
export type TeamMember = z.output<typeof teamMember>

/** Its budget is the spending limit of all its tokens together per period. Only the team's administrators see it and what was used. */
export const teamProject = z.object({
  id: z.number().int(),
  name: z.string(),
  is_archived: z.boolean(),
  created_at: z.number().int(),
  used_quota: z.number().int().optional(),
  quota_period: z.enum(['', ...QUOTA_PERIODS]).optional(),
  period_quota: z.number().int().optional(),
  /** The amount charged in the current period; absent: there is no budget. */
  period_used: z.number().int().optional(),
})
export type TeamProject = z.output<typeof teamProject>

export const teamInvitation = z.object({
  id: z.number().int(),
  role: z.enum(GIVEN_TEAM_ROLES),
  /** The address it was mailed to; empty: it is a link. */
  email: z.string(),
  invited_by: z.string(),
  created_at: z.number().int(),
  expires_at: z.number().int(),
})
export type TeamInvitation = z.output<typeof teamInvitation>
