import type { Db } from '../storage/db.ts'

export type NoticeKind = 'quota_exceed'

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
