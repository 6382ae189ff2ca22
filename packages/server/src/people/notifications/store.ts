import { type FlagKind, QUOTA_WARNING_INTERVAL_SECONDS } from '@tollgate/contract'
import type { Db } from '../../platform/storage/db.ts'

/** `channel_update_<id>_<status>`: a channel that the gateway disabled or enabled. */
export type NoticeKind =
  | 'quota_exceed'
  | 'plan_ended'
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

/** Removes at most `limit` notices that no longer block others; returns how many. */
export async function removeOldNotices(db: Db, now: number, limit: number): Promise<number> {
  const until = now - QUOTA_WARNING_INTERVAL_SECONDS
  const { numDeletedRows } = await db
    .deleteFrom('notices')
    .where('user_id', 'in', db.selectFrom('notices').select('user_id').where('sent_at', '<=', until).limit(limit))
    .where('sent_at', '<=', until)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
