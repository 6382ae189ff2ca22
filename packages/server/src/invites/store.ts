import type { Db } from '../storage/db.ts'

/** Notes once and for all who invited a user. False when somebody was noted before. */
export async function noteInviter(db: Db, userId: number, inviterId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ inviter_id: inviterId })
    .where('id', '=', userId)
    .where('id', '!=', inviterId)
    .where('inviter_id', '=', 0)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Counts an invitation, with what it earned. */
export async function addEarnings(db: Db, userId: number, earned: number): Promise<void> {
  await db
    .updateTable('users')
    .set(users => ({
      aff_count: users('aff_count', '+', 1),
      aff_quota: users('aff_quota', '+', earned),
      aff_history_quota: users('aff_history_quota', '+', earned),
    }))
    .where('id', '=', userId)
    .execute()
}

/** Takes from a user's earnings; false, and nothing taken, when there are not as many. */
export async function takeEarnings(db: Db, userId: number, quota: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set(users => ({ aff_quota: users('aff_quota', '-', quota) }))
    .where('id', '=', userId)
    .where('aff_quota', '>=', quota)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
