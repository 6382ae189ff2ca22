import { type Db, inTransaction } from '../storage/db.ts'
import { enter } from './enter.ts'

interface Earned {
  userId: number
  /** Who was invited. */
  inviteeId: number
  amount: number
  /** Unix seconds. */
  now: number
}

/** Counts an invitation, and adds what it earned to what the inviter may transfer; once for every invitee. */
export function earn(db: Db, { userId, inviteeId, amount, now }: Earned): Promise<void> {
  return inTransaction(db, async db => {
    if (!(await enter(db, { reference: `earnings:${inviteeId}`, userId, affAmount: amount, now }))) return
    await db
      .updateTable('users')
      .set(users => ({
        aff_count: users('aff_count', '+', 1),
        aff_quota: users('aff_quota', '+', amount),
        aff_history_quota: users('aff_history_quota', '+', amount),
      }))
      .where('id', '=', userId)
      .execute()
  })
}

/** Moves earnings to the balance; false, and nothing moved, when there are not as many. */
export function moveEarnings(
  db: Db,
  { userId, amount, now }: { userId: number; amount: number; now: number },
): Promise<boolean> {
  return inTransaction(db, async db => {
    const { numUpdatedRows } = await db
      .updateTable('users')
      .set(users => ({ aff_quota: users('aff_quota', '-', amount), quota: users('quota', '+', amount) }))
      .where('id', '=', userId)
      .where('aff_quota', '>=', amount)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return false
    const reference = `aff:${userId}:${crypto.randomUUID()}`
    return enter(db, { reference, userId, userAmount: amount, affAmount: -amount, now })
  })
}
