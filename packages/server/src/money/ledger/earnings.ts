import { type Db, inTransaction } from '../../platform/storage/db.ts'
import { collect } from './debts.ts'
import { insertEntry } from './insert-entry.ts'
import { lockAccountsChain } from './links.ts'

interface Earned {
  userId: number
  /** The invited user. */
  inviteeId: number
  amount: number
  /** Unix seconds. */
  now: number
}

/** Counts an invitation and adds its earnings to what the inviter may transfer, once for each invitee. */
export function earn(db: Db, { userId, inviteeId, amount, now }: Earned): Promise<void> {
  return inTransaction(db, async db => {
    if (!(await insertEntry(db, { reference: `earnings:${inviteeId}`, userId, affAmount: amount, now }))) return
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

/** Moves earnings to the balance. Returns false and moves nothing if the earnings are too small. */
export function moveEarnings(
  db: Db,
  { userId, amount, now }: { userId: number; amount: number; now: number },
): Promise<boolean> {
  return inTransaction(db, async db => {
    await lockAccountsChain(db)
    const { numUpdatedRows } = await db
      .updateTable('users')
      .set(users => ({ aff_quota: users('aff_quota', '-', amount), quota: users('quota', '+', amount) }))
      .where('id', '=', userId)
      .where('aff_quota', '>=', amount)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return false
    const reference = `aff:${userId}:${crypto.randomUUID()}`
    await insertEntry(db, { reference, userId, userAmount: amount, affAmount: -amount, now })
    await collect(db, 'user', userId, now)
    return true
  })
}
