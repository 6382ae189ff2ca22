import { type CheckedInputOf, type calls, isTeamRole, type TeamMember } from '@tollgate/contract'
import { lockAccountsChain, recallPeriod, withPeriodUse } from '../../money/ledger/index.ts'
import { leaveSeatsOf } from '../../money/plans/seats.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import { type Db, inTransaction } from '../../platform/storage/db.ts'
import type { TeamMemberRow } from '../../platform/storage/schema.ts'
import type { PeopleContext } from '../context.ts'
import { updateToken } from '../tokens/store.ts'
import { type InTeam, requireGiver, requireMember } from './serve-team.ts'
import { endTokens, findMember, membersOf, usedBy } from './store.ts'

/** The members of a team. Only they themselves and the team's administrators see their usage and limits. */
export async function listMembers({ db, now }: PeopleContext, { teamId, member }: InTeam): Promise<TeamMember[]> {
  const rows = (await membersOf(db, teamId)).map(row => ({ ...row, id: row.seat_id }))
  const [used, withUse] = [await usedBy(db, teamId, 'member_id'), await withPeriodUse(db, 'token', rows, now())]
  const seesAll = isTeamRole(member.role, 'admin')
  return withUse.map(({ id, seat_id, quota_period, period_quota, period_used, ...shown }) => ({
    ...shown,
    ...((seesAll || shown.user_id === member.user_id) && {
      used_quota: used.get(shown.user_id) ?? 0,
      // checked when it was written
      quota_period: quota_period as TeamMember['quota_period'],
      period_quota,
      ...(period_used !== undefined && { period_used }),
    }),
  }))
}

type Change = CheckedInputOf<typeof calls.teams.changeMember>['body']

/**
 * As the owner, changes a member's role or their budget, which is the spending limit of their seat.
 * @throws ApiError
 */
export async function changeMember(
  app: PeopleContext,
  { teamId, member }: InTeam,
  userId: number,
  { role, ...budget }: Change,
): Promise<void> {
  const { seat_id } = await otherMember(app.db, teamId, userId)
  await recallPeriod(app, 'token', seat_id, budget)
  await inTransaction(app.db, async db => {
    await lockAccountsChain(db)
    const actor = await requireMember(db, { teamId, userId: member.user_id, least: 'admin' })
    const other = await otherMember(db, teamId, userId)
    checkRank(actor, other)
    if (budget.quota_period !== undefined || budget.period_quota !== undefined)
      await requireGiver(db, { teamId, userId: member.user_id })
    await updateToken(db, seat_id, budget)
    if (role === undefined || role === other.role) return
    if (actor.role !== 'owner') throw consoleError('team_admin_by_owner')
    if (other.role === 'owner') throw consoleError('team_owner_stays')
    await db.updateTable('team_members').set({ role }).where('id', '=', other.id).execute()
  })
  await app.changeEvents.emit('users', teamId)
}

/**
 * Ends a membership and the member's tokens. Running calls finish, and the team pays for them.
 * @throws ApiError
 */
export async function removeMember(app: PeopleContext, { teamId, member }: InTeam, userId: number): Promise<void> {
  await inTransaction(app.db, async db => {
    await lockAccountsChain(db)
    const isOwn = userId === member.user_id
    const actor = await requireMember(db, { teamId, userId: member.user_id, least: isOwn ? 'member' : 'admin' })
    const other = await otherMember(db, teamId, userId)
    if (other.role === 'owner') throw consoleError('team_owner_stays')
    if (!isOwn) checkRank(actor, other)
    await db
      .updateTable('team_members')
      .set({ left_at: app.now(), role: 'member' })
      .where('id', '=', other.id)
      .execute()
    await endTokens(db, { teamId, userId, now: app.now() })
    await leaveSeatsOf(db, teamId, userId)
  })
  await app.changeEvents.emit('users', teamId)
}

/** Makes another member the owner, and the owner an administrator. */
export async function handOver({ db }: PeopleContext, { teamId, member }: InTeam, userId: number): Promise<void> {
  await inTransaction(db, async db => {
    await lockAccountsChain(db)
    const owner = await requireMember(db, { teamId, userId: member.user_id, least: 'owner' })
    const next = await otherMember(db, teamId, userId)
    await db.updateTable('team_members').set({ role: 'admin' }).where('id', '=', owner.id).execute()
    await db.updateTable('team_members').set({ role: 'owner' }).where('id', '=', next.id).execute()
  })
}

async function otherMember(db: Db, teamId: number, userId: number): Promise<TeamMemberRow> {
  const other = await findMember(db, teamId, userId)
  if (!other) throw consoleError('team_member_not_found')
  return other
}

/** Administrators change ordinary members, the owner everybody. */
function checkRank(actor: TeamMemberRow, other: TeamMemberRow): void {
  if (actor.role !== 'owner' && other.role !== 'member') throw consoleError('team_admin_by_owner')
}
