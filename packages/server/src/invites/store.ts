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
