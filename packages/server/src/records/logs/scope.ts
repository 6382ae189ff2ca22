import { isTeamRole } from '@tollgate/contract'
import { type RawBuilder, sql } from 'kysely'
import { consoleError } from '../../platform/http/console-error.ts'
import type { Db } from '../../platform/storage/db.ts'

/** The rows that a caller may read. */
export interface Scope {
  /** The caller, or the team's account. */
  userId: number
  /** Of a team's rows, only those of this member's tokens. */
  memberId?: number
  /** Of a team's rows, only those of this project's tokens. */
  projectId?: number
}

interface Asked {
  team_id: number
  member_id: number
  project_id: number
}

/**
 * Replaces the wanted scope in a query by the allowed one: of a team's rows, members see their own, administrators all.
 * @throws ApiError for anybody else
 */
export async function inScope<Query extends Asked>(
  db: Db,
  caller: { id: number },
  { team_id, member_id, project_id, ...query }: Query,
): Promise<Omit<Query, keyof Asked> & Scope> {
  if (team_id === 0) return { ...query, userId: caller.id }
  const membership = await db
    .selectFrom('team_members')
    .innerJoin('users as team', 'team.id', 'team_members.team_id')
    .select('team_members.role')
    .where('team_members.team_id', '=', team_id)
    .where('team_members.user_id', '=', caller.id)
    .where('team_members.left_at', 'is', null)
    .where('team.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!membership) throw consoleError('team_not_found')
  const seesAll = isTeamRole(membership.role, 'admin')
  if (!seesAll && member_id !== 0 && member_id !== caller.id) throw consoleError('team_role_too_low')
  const memberId = seesAll ? member_id : caller.id
  return {
    ...query,
    userId: team_id,
    ...(memberId > 0 && { memberId }),
    ...(project_id > 0 && { projectId: project_id }),
  }
}

/** Selects the ids of the tokens that a scope is narrowed to; null: it is not. */
export function tokensIn({ userId, memberId, projectId }: Partial<Scope>): RawBuilder<number> | null {
  if (memberId === undefined && projectId === undefined) return null
  const conditions = [
    sql`user_id = ${userId ?? 0}`,
    ...(memberId === undefined ? [] : [sql`member_id = ${memberId}`]),
    ...(projectId === undefined ? [] : [sql`project_id = ${projectId}`]),
  ]
  return sql<number>`(select id from tokens where ${sql.join(conditions, sql` and `)})`
}
