import { type Call, type CheckedInputOf, isTeamRole, type ReplyOf, type TeamRole } from '@tollgate/contract'
import { hasBudget } from '../../money/plans/seats.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import type { CallContext, Endpoint } from '../../platform/http/serve.ts'
import type { Db } from '../../platform/storage/db.ts'
import type { TeamMemberRow } from '../../platform/storage/schema.ts'
import { type PeopleContext, serve } from '../context.ts'
import { findMember } from './store.ts'

/** A call about one team. */
type TeamCall = Call & { team: TeamRole; access: 'user' }

/** The team of a call, and the caller's membership. */
export interface InTeam {
  teamId: number
  member: TeamMemberRow
}

type Handler<C extends TeamCall> = (
  input: CheckedInputOf<C>,
  context: CallContext<C, PeopleContext> & InTeam,
) => Promise<ReplyOf<C>> | ReplyOf<C>

/** Binds a call about a team to its handler, which runs for members with the role that the call requires. */
export const serveTeam = <C extends TeamCall>(call: C, handle: Handler<C>): Endpoint<PeopleContext> =>
  serve<TeamCall>(call, async (input, context) => {
    // A call about a team names it by this parameter.
    const { id: teamId } = input.params as unknown as { id: number }
    const member = await requireMember(context.app.db, { teamId, userId: context.caller.id, least: call.team })
    return handle(input as CheckedInputOf<C>, { ...context, teamId, member } as never)
  })

/**
 * Returns a membership. A changing transaction checks it again, since the member may have been removed meanwhile.
 * @throws ApiError
 */
export async function requireMember(
  db: Db,
  { teamId, userId, least }: { teamId: number; userId: number; least: TeamRole },
): Promise<TeamMemberRow> {
  const member = await findMember(db, teamId, userId)
  if (!member) throw consoleError('team_not_found')
  if (!isTeamRole(member.role, least)) throw consoleError('team_role_too_low')
  return member
}

/**
 * Returns the membership of somebody who may let others spend, or spends for all. An administrator with a budget may not: a second
 * account of theirs, or a friend's, would double it.
 * @throws ApiError
 */
export async function requireGiver(
  db: Db,
  place: { teamId: number; userId: number },
  refusal: 'team_budget_of_own' | 'team_spending_limited' = 'team_budget_of_own',
): Promise<TeamMemberRow> {
  const member = await requireMember(db, { ...place, least: 'admin' })
  if (member.role !== 'owner' && (await hasBudget(db, member))) throw consoleError(refusal)
  return member
}
