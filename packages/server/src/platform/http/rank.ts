import { ROLE } from '@tollgate/contract'
import { sql } from 'kysely'
import type { Db } from '../storage/db.ts'
import { consoleError } from './console-error.ts'

/**
 * The role of an account in `users`; a team has the highest of its members, since they spend its balance and any of them may
 * become its owner, who gets it when the team is dissolved.
 */
export const RANK = sql<number>`coalesce((select max(member.role) from team_members membership
  join users member on member.id = membership.user_id
  where membership.team_id = users.id), users.role)`

/**
 * Refuses who acts on their own account, or on one of the same or a higher rank. Only the super admin may.
 *
 * @throws ApiError
 */
export async function checkRank(
  db: Db,
  caller: { role: number },
  userId: number,
  code: 'user_role_not_below' | 'refund_of_higher_rank' = 'user_role_not_below',
): Promise<void> {
  if (caller.role >= ROLE.root) return
  const user = await db.selectFrom('users').select(RANK.as('rank')).where('id', '=', userId).executeTakeFirst()
  if ((user?.rank ?? 0) >= caller.role) throw consoleError(code)
}
