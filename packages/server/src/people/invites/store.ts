import type { Db } from '../../platform/storage/db.ts'

/** Stores who invited a user. Returns false when that is already stored. */
export async function setInviter(db: Db, userId: number, inviterId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ inviter_id: inviterId })
    .where('id', '=', userId)
    .where('id', '!=', inviterId)
    .where('inviter_id', '=', 0)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
