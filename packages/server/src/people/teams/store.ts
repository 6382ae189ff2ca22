import type { Db } from '../../platform/storage/db.ts'
import type { TeamMemberRow, TeamProjectRow } from '../../platform/storage/schema.ts'

/** Current memberships in teams that are not dissolved. */
const memberships = (db: Db) =>
  db
    .selectFrom('team_members')
    .innerJoin('users as team', 'team.id', 'team_members.team_id')
    .where('team.deleted_at', 'is', null)
    .where('team_members.left_at', 'is', null)

export const findMember = (db: Db, teamId: number, userId: number): Promise<TeamMemberRow | undefined> =>
  memberships(db)
    .selectAll('team_members')
    .where('team_members.team_id', '=', teamId)
    .where('team_members.user_id', '=', userId)
    .executeTakeFirst()

/** A user's teams with their role, oldest first; only the given one, if any. */
export const teamsOf = (db: Db, userId: number, teamId?: number) =>
  memberships(db)
    .where('team_members.user_id', '=', userId)
    .$if(teamId !== undefined, query => query.where('team.id', '=', teamId ?? 0))
    .select(['team.id', 'team.display_name as name', 'team_members.role', 'team.quota', 'team.owed'])
    .select(['team.used_quota', 'team.created_at'])
    .select(({ selectFrom }) =>
      selectFrom('team_members as others')
        .innerJoin('users as person', 'person.id', 'others.user_id')
        .whereRef('others.team_id', '=', 'team.id')
        .where('others.left_at', 'is', null)
        .where('person.deleted_at', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('members'),
    )
    .orderBy('team.id')
    .execute()

/** The members of a team with the spending limits of their seats, oldest first. */
export const membersOf = (db: Db, teamId: number) =>
  db
    .selectFrom('team_members')
    .innerJoin('users as person', 'person.id', 'team_members.user_id')
    .innerJoin('tokens as seat', 'seat.id', 'team_members.seat_id')
    .where('team_members.team_id', '=', teamId)
    .where('team_members.left_at', 'is', null)
    .where('person.deleted_at', 'is', null)
    .select(['team_members.user_id', 'team_members.role', 'team_members.joined_at', 'team_members.seat_id'])
    .select(['person.username', 'person.display_name', 'seat.quota_period', 'seat.period_quota'])
    .orderBy('team_members.id')
    .execute()

/** The projects of a team with the spending limits of their seats, oldest first. */
export const projectsOf = (db: Db, teamId: number) =>
  db
    .selectFrom('team_projects as project')
    .innerJoin('tokens as seat', 'seat.id', 'project.id')
    .where('project.team_id', '=', teamId)
    .selectAll('project')
    .select(['seat.quota_period', 'seat.period_quota'])
    .orderBy('project.id')
    .execute()

export const findProject = (db: Db, teamId: number, id: number): Promise<TeamProjectRow | undefined> =>
  db.selectFrom('team_projects').selectAll().where('team_id', '=', teamId).where('id', '=', id).executeTakeFirst()

/** What the tokens of each member or project of a team have used, including deleted tokens. */
export async function usedBy(db: Db, teamId: number, whose: 'member_id' | 'project_id'): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('tokens')
    .where('user_id', '=', teamId)
    .where(whose, '>', 0)
    .groupBy(whose)
    .select(`${whose} as id`)
    .select(({ fn }) => fn.sum<number>('used_quota').as('used'))
    .execute()
  return new Map(rows.map(({ id, used }) => [id, Number(used)]))
}

export async function ownsTeam(db: Db, userId: number): Promise<boolean> {
  const owned = await memberships(db)
    .select('team.id')
    .where('team_members.user_id', '=', userId)
    .where('team_members.role', '=', 'owner')
    .limit(1)
    .executeTakeFirst()
  return owned !== undefined
}

/** How many members a team has, or how many teams a user is in. */
export async function countMemberships(db: Db, of: 'team_id' | 'user_id', id: number): Promise<number> {
  const { total } = await memberships(db)
    .where(`team_members.${of}`, '=', id)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Ends all active tokens of a team, or those of one member. */
export async function endTokens(db: Db, { teamId, userId, now }: { teamId: number; userId?: number; now: number }) {
  await db
    .updateTable('tokens')
    .set({ deleted_at: now })
    .where('user_id', '=', teamId)
    .$if(userId !== undefined, query => query.where('member_id', '=', userId ?? 0))
    .where('deleted_at', 'is', null)
    .execute()
}

/** The names of users by id. */
export async function namesOf(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('users').select(['id', 'username']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, username }) => [id, username]))
}

/** Dissolved teams with a remaining balance, and their last owner. */
export const dissolvedWithRest = (db: Db, limit: number) =>
  db
    .selectFrom('users as team')
    .innerJoin('team_members as owner', join =>
      join.onRef('owner.team_id', '=', 'team.id').on('owner.role', '=', 'owner'),
    )
    .where('team.is_team', '=', 1)
    .where('team.deleted_at', 'is not', null)
    .where(({ or, eb }) => or([eb('team.quota', '>', 0), eb('team.owed', '>', 0)]))
    .select(['team.id', 'team.leased', 'owner.user_id as ownerId'])
    .orderBy('team.id')
    .limit(limit)
    .execute()

/** The budgets of members and active projects above a seat's id, with the names of their team and owner. */
export const budgetsAfter = (db: Db, seatId: number, limit: number) =>
  db
    .selectFrom('tokens as seat')
    .innerJoin('users as team', 'team.id', 'seat.user_id')
    .leftJoin('team_members as membership', 'membership.seat_id', 'seat.id')
    .leftJoin('users as person', 'person.id', 'membership.user_id')
    .leftJoin('team_projects as project', 'project.id', 'seat.id')
    .where('seat.id', '>', seatId)
    .where('seat.period_quota', '>', 0)
    .where('seat.quota_period', '!=', '')
    .where('team.is_team', '=', 1)
    .where('team.deleted_at', 'is', null)
    .where('seat.id', 'in', ({ selectFrom }) =>
      selectFrom('team_members')
        .where('left_at', 'is', null)
        .select('seat_id as id')
        .union(selectFrom('team_projects').where('archived_at', 'is', null).select('id')),
    )
    .select(['seat.id', 'seat.quota_period', 'seat.period_quota', 'team.id as team_id', 'team.display_name as team'])
    .select(['person.username as member', 'project.name as project'])
    .orderBy('seat.id')
    .limit(limit)
    .execute()
export type BudgetRow = Awaited<ReturnType<typeof budgetsAfter>>[number]
