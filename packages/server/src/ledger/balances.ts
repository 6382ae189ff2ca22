import { type Db, inTransaction } from '../storage/db.ts'
import { enter } from './enter.ts'

/** A change that would take a balance below zero. */
export class InsufficientBalance extends Error {
  override name = 'InsufficientBalance'
}

interface Credit {
  userId: number
  /** Below zero it is taken. */
  amount: number
  /** Says once and for all what the change was: `grant:set-up:1`, `redemption:17`. Its first word is the entry's kind. */
  reference: string
  /** Unix seconds. */
  now: number
}

/**
 * Adds to a user's balance and enters it in the ledger. False, and nothing changed, when
 * that reference has been entered before: so what must happen once does, however often it is tried.
 *
 * @throws InsufficientBalance when it would go below zero
 */
export function credit(db: Db, { userId, amount, reference, now }: Credit): Promise<boolean> {
  return inTransaction(db, async db => {
    if (!(await enter(db, { reference, userId, userAmount: amount, now }))) return false
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

/** Sets a user's balance to an amount and enters the difference. Answers the balance before. */
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
      await enter(db, { reference: onceOnly('balance', userId), userId, userAmount: balance - user.quota, now })
      return user.quota
    }
  })
}

/**
 * Sets what a token may still spend, on creation (the row made with 0) and on edits, and enters the difference. Answers
 * the cap before.
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
      await enter(db, { reference: onceOnly('cap', tokenId), userId: token.user_id, tokenId, tokenAmount, now })
      return token.remain_quota
    }
  })
}

const onceOnly = (kind: string, id: number) => `${kind}:${id}:${crypto.randomUUID()}`
