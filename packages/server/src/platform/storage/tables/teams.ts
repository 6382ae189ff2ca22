import type { TeamRole } from '@tollgate/contract'
import type { Generated, Selectable } from 'kysely'
import type { Defaulted } from './columns.ts'

export interface TeamTables {
  team_members: TeamMembersTable
  team_projects: TeamProjectsTable
  team_invitations: TeamInvitationsTable
}

/** A member of a team, whose account is a row of `users`. */
interface TeamMembersTable {
  id: Generated<number>
  team_id: number
  user_id: number
  role: TeamRole
  /** A token without a usable key, above all tokens of the member: its spending limit is their budget. */
  seat_id: number
  joined_at: number
  /** null: they are a member now. */
  left_at: Defaulted<number | null>
}

interface TeamProjectsTable {
  /** Also the id of its seat: a token without a usable key, above all tokens of the project, whose spending limit is its budget. */
  id: number
  team_id: number
  name: string
  created_at: number
  /** null: it is active. */
  archived_at: Defaulted<number | null>
}

interface TeamInvitationsTable {
  id: Generated<number>
  team_id: number
  role: TeamRole
  /** Of the code in its link. */
  fingerprint: string
  /** The address it was mailed to; empty: it was not mailed. */
  email: Defaulted<string>
  state: Defaulted<'open' | 'accepted' | 'declined' | 'withdrawn'>
  invited_by: number
  answered_by: Defaulted<number>
  created_at: number
  expires_at: number
}

export type TeamMemberRow = Selectable<TeamMembersTable>
export type TeamProjectRow = Selectable<TeamProjectsTable>
