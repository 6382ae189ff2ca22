import type { FlagKind } from '@tollgate/contract'
import type { Db } from '../../platform/storage/db.ts'

/**
 * `team_wallet_<team>`: a team's low balance. `team_budget_<seat>_<percent>`: a budget of a member or project.
 * `channel_update_<id>_<status>`: a channel that the gateway disabled or enabled.
 */
export type NoticeKind =
  | 'quota_exceed'
  | 'plan_ended'
  | `team_wallet_${number}`
  | `team_budget_${number}_${number}`
  | 'channel_test'
  | `channel_update_${number}_${number}`
  | `channel_flag_${number}_${FlagKind}`

/** Claims the right to send a user a notice of a kind. Returns false when one was sent within `intervalSeconds`. */
export async function claimNotice(
  db: Db,
  notice: { userId: number; kind: NoticeKind; now: number; intervalSeconds: number },
): Promise<boolean> {
  const { userId, kind, now, intervalSeconds } = notice
  const row = await db
    .insertInto('notices')
    .values({ user_id: userId, kind, sent_at: now })
    .onConflict(conflict =>
      conflict
        .columns(['user_id', 'kind'])
        .doUpdateSet({ sent_at: now })
        .where('notices.sent_at', '<=', now - intervalSeconds),
    )
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** A budget's period of a month. */
const LONGEST_INTERVAL_SECONDS = 31 * 86_400

/** Removes at most `limit` notices that no longer block others; returns how many. */
export async function removeOldNotices(db: Db, now: number, limit: number): Promise<number> {
  const until = now - LONGEST_INTERVAL_SECONDS
  const { numDeletedRows } = await db
    .deleteFrom('notices')
    .where('user_id', 'in', db.selectFrom('notices').select('user_id').where('sent_at', '<=', until).limit(limit))
    .where('sent_at', '<=', until)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** The owner and the administrators of a team. */
export const managersOf = (db: Db, teamId: number) =>
  db
    .selectFrom('team_members')
    .innerJoin('users', 'users.id', 'team_members.user_id')
    .where('team_members.team_id', '=', teamId)
    .where('team_members.left_at', 'is', null)
    .where('team_members.role', 'in', ['owner', 'admin'])
    .where('users.deleted_at', 'is', null)
    .select(['users.id', 'users.email', 'users.setting'])
    .execute()
