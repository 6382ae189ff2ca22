import { type Db, inTransaction } from '../storage/db.ts'
import { insertEntry } from './insert-entry.ts'

/** Thrown for a change that would take a balance below zero. */
export class InsufficientBalance extends Error {
  override name = 'InsufficientBalance'
}

interface Credit {
  userId: number
  /** Negative amounts are deducted. */
  amount: number
  /** Identifies the change for good: `grant:set-up:1`, `redemption:17`. Its first word is the entry's kind. */
  reference: string
  /** Unix seconds. */
  now: number
}

/**
 * Adds to a user's balance and inserts a ledger entry. Returns false and changes nothing when the reference exists
 * already, so a credit happens once, however often it is tried.
 *
 * @throws InsufficientBalance when the balance would fall below zero
 */
export function credit(db: Db, { userId, amount, reference, now }: Credit): Promise<boolean> {
  return inTransaction(db, async db => {
    if (!(await insertEntry(db, { reference, userId, userAmount: amount, now }))) return false
    const { numUpdatedRows } = await db
      .updateTable('users')
      .set(users => ({ quota: users('quota', '+', amount) }))
      .where('id', '=', userId)
      .where(users => users(users('quota', '+', amount), '>=', 0))
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new InsufficientBalance(`user ${userId} cannot be credited ${amount}`)
    return true
  })
}

/** Sets a user's balance and inserts an entry for the difference. Returns the previous balance. */
export function setBalance(
  db: Db,
  { userId, balance, now }: { userId: number; balance: number; now: number },
): Promise<number> {
  return inTransaction(db, async db => {
    while (true) {
      const user = await db.selectFrom('users').select('quota').where('id', '=', userId).executeTakeFirstOrThrow()
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set({ quota: balance })
        .where('id', '=', userId)
        .where('quota', '=', user.quota)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) continue
      await insertEntry(db, { reference: onceOnly('balance', userId), userId, userAmount: balance - user.quota, now })
      return user.quota
    }
  })
}

/**
 * Sets what a token may still spend, on creation (its row starts with 0) and on edits, and inserts an entry for the
 * difference. Returns the previous cap.
 */
export function setTokenCap(
  db: Db,
  { tokenId, remain, now }: { tokenId: number; remain: number; now: number },
): Promise<number> {
  return inTransaction(db, async db => {
    while (true) {
      const token = await db
        .selectFrom('tokens')
        .select(['remain_quota', 'user_id'])
        .where('id', '=', tokenId)
        .executeTakeFirstOrThrow()
      const { numUpdatedRows } = await db
        .updateTable('tokens')
        .set({ remain_quota: remain })
        .where('id', '=', tokenId)
        .where('remain_quota', '=', token.remain_quota)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) continue
      const tokenAmount = remain - token.remain_quota
      await insertEntry(db, { reference: onceOnly('cap', tokenId), userId: token.user_id, tokenId, tokenAmount, now })
      return token.remain_quota
    }
  })
}

const onceOnly = (kind: string, id: number) => `${kind}:${id}:${crypto.randomUUID()}`
