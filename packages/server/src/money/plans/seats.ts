import { isTeamRole, type TeamPlan } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import type { Db } from '../../platform/storage/db.ts'
import type { TeamMemberRow } from '../../platform/storage/schema.ts'
import type { SubscriptionRow } from './store.ts'

/** The current members of a team that is not dissolved. */
const members = (db: Db) =>
  db
    .selectFrom('team_members')
    .innerJoin('users as team', 'team.id', 'team_members.team_id')
    .innerJoin('users as person', 'person.id', 'team_members.user_id')
    .where('team_members.left_at', 'is', null)
    .where('team.deleted_at', 'is', null)
    .where('person.deleted_at', 'is', null)

export async function isInTeam(db: Db, teamId: number, userId: number): Promise<boolean> {
  const member = await members(db)
    .select('team_members.id')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return member !== undefined
}

/** Whether a member may spend for a team: its owner, and its administrators without a budget of their own. */
export async function maySpendFor(db: Db, teamId: number, userId: number): Promise<boolean> {
  const member = await members(db)
    .select(['team_members.role', 'seat_id'])
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!member) return false
  return member.role === 'owner' || (isTeamRole(member.role, 'admin') && !(await hasBudget(db, member)))
}

/** Whether a member's own spending is limited. */
export async function hasBudget(db: Db, { seat_id }: Pick<TeamMemberRow, 'seat_id'>): Promise<boolean> {
  const seat = await db
    .selectFrom('tokens')
    .select(['quota_period', 'period_quota'])
    .where('id', '=', seat_id)
    .executeTakeFirst()
  return seat !== undefined && seat.quota_period !== '' && seat.period_quota > 0
}

/** The members with a seat of a subscription, by when they took it. */
export const seatedIn = (db: Db, { id, user_id: teamId }: SubscriptionRow): Promise<TeamPlan['seated']> =>
  members(db)
    .innerJoin('subscription_seats', 'subscription_seats.user_id', 'team_members.user_id')
    .where('team_members.team_id', '=', teamId)
    .where('subscription_id', '=', id)
    .select(['person.id as user_id', 'person.username'])
    .orderBy('taken_at')
    .orderBy('person.id')
    .execute()

/**
 * Gives a member a seat, who may have it already. The subscription is locked, so that the last seat is given once.
 *
 * @throws ApiError
 */
export async function takeSeat(db: Db, row: SubscriptionRow, userId: number, now: number): Promise<void> {
  const { id, name, seats } = row
  if (seats === null) throw consoleError('plan_without_seats', { plan: name })
  const seated = await seatedIn(db, row)
  if (seated.some(({ user_id }) => user_id === userId)) return
  if (seated.length >= seats) throw consoleError('plan_seats_taken', { plan: name, seats })
  await db
    .insertInto('subscription_seats')
    .values({ subscription_id: id, user_id: userId, taken_at: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export const leaveSeat = (db: Db, { id }: SubscriptionRow, userId: number) =>
  db.deleteFrom('subscription_seats').where('subscription_id', '=', id).where('user_id', '=', userId).execute()

/** Frees the seats of a member who leaves a team. */
export const leaveSeatsOf = (db: Db, teamId: number, userId: number) =>
  db
    .deleteFrom('subscription_seats')
    .where('user_id', '=', userId)
    .where('subscription_id', 'in', db.selectFrom('subscriptions').select('id').where('user_id', '=', teamId))
    .execute()

/** Gives the members with a seat of a plan one of the plan that takes its place, as far as there are some. */
export async function moveSeats(db: Db, from: SubscriptionRow, to: SubscriptionRow): Promise<void> {
  const seated = from.seats === null || to.seats === null ? [] : (await seatedIn(db, from)).slice(0, to.seats)
  if (seated.length === 0) return
  await db
    .insertInto('subscription_seats')
    .values(seated.map(({ user_id }) => ({ subscription_id: to.id, user_id, taken_at: to.started_at })))
    .execute()
}
