import { type Db, databaseKindOf, inTransaction } from '../../platform/storage/db.ts'
import { checkAmount } from './check-amounts.ts'
import { collect, raiseOwed } from './debts.ts'
import { insertEntry } from './insert-entry.ts'
import { lockAccountsChain } from './links.ts'

/** Thrown for a change that would take a balance below zero or below the holds of running calls. */
export class InsufficientBalance extends Error {
  override name = 'InsufficientBalance'
}

interface Credit {
  userId: number
  /** Negative amounts are deducted. */
  amount: number
  /** Identifies the change permanently: `grant:set-up:1`, `redemption:17`. Its first word is the entry's kind. */
  reference: string
  /** Unix seconds. */
  now: number
  /** The subscription whose price it is; absent: none. */
  subscriptionId?: number
}

/**
 * Adds to a user's balance, inserts a ledger entry and collects the user's debt at once. Returns null and changes nothing
 * if the reference already exists, so that a repeated credit happens once.
 *
 * @throws InsufficientBalance if the balance would fall below zero. Leased quota cannot be deducted either, so a caller
 *   that deducts must recall it first (`Ledger.recall`).
 */
export function credit(
  db: Db,
  { userId, amount, reference, now, subscriptionId = 0 }: Credit,
): Promise<{ collected: number } | null> {
  return inTransaction(db, async db => {
    if (!(await insertEntry(db, { reference, userId, userAmount: amount, subscriptionId, now }))) return null
    const { numUpdatedRows } = await db
      .updateTable('users')
      .set(users => ({ quota: users('quota', '+', amount) }))
      .where('id', '=', userId)
      .where(users => (amount < 0 ? users(users('quota', '+', amount), '>=', users.ref('leased')) : users.val(true)))
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new InsufficientBalance(`user ${userId} cannot be credited ${amount}`)
    return { collected: amount > 0 ? await collect(db, 'user', userId, now) : 0 }
  })
}

/**
 * Takes a credited amount back, once for each reference. What the balance no longer has becomes a debt. Leased quota is not
 * touched, so a caller must recall it first (`Ledger.recall`).
 */
export function takeBack(
  db: Db,
  { userId, amount, reference, now }: Omit<Credit, 'subscriptionId'>,
): Promise<{ owed: number } | null> {
  checkAmount(amount)
  return inTransaction(db, async db => {
    await lockAccountsChain(db)
    const user = await db
      .selectFrom('users')
      .select(['quota', 'leased'])
      .where('id', '=', userId)
      .$if(databaseKindOf(db) === 'postgres', query => query.forUpdate())
      .executeTakeFirstOrThrow()
    const taken = Math.min(amount, Math.max(0, user.quota - user.leased))
    const uncollected = amount - taken
    if (!(await insertEntry(db, { reference, userId, userAmount: 0 - taken, uncollected, now }))) return null
    await db
      .updateTable('users')
      .set(users => ({ quota: users('quota', '-', taken) }))
      .where('id', '=', userId)
      .execute()
    await raiseOwed(db, userId, uncollected)
    return { owed: uncollected }
  })
}

/** The old and new amount of an account. Amounts held by running calls cannot be taken away. */
export interface Change {
  before: number
  after: number
}

/**
 * Sets a user's balance, inserts an entry for the difference and collects the user's debt. Does not touch leased quota: see
 * `Ledger.recall`.
 */
export function setBalance(
  db: Db,
  { userId, balance, now }: { userId: number; balance: number; now: number },
): Promise<Change> {
  return inTransaction(db, async db => {
    await lockAccountsChain(db)
    while (true) {
      const user = await db
        .selectFrom('users')
        .select(['quota', 'leased'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
      const after = Math.max(balance, user.leased)
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set({ quota: after })
        .where('id', '=', userId)
        .where('quota', '=', user.quota)
        .where('leased', '=', user.leased)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) continue
      await insertEntry(db, { reference: onceOnly('balance', userId), userId, userAmount: after - user.quota, now })
      return { before: user.quota, after: after - (await collect(db, 'user', userId, now)) }
    }
  })
}

/**
 * Sets what a token may still spend, on creation (its row starts with 0) and on edits, and inserts an entry for the
 * difference. Does not touch leased quota: see `Ledger.recall`. Subtracts earlier use beyond the cap.
 */
export function setTokenCap(
  db: Db,
  { tokenId, remain, now }: { tokenId: number; remain: number; now: number },
): Promise<Change> {
  return inTransaction(db, async db => {
    await lockAccountsChain(db)
    while (true) {
      const token = await db
        .selectFrom('tokens')
        .select(['remain_quota', 'leased', 'user_id'])
        .where('id', '=', tokenId)
        .executeTakeFirstOrThrow()
      const after = Math.max(remain, token.leased)
      const { numUpdatedRows } = await db
        .updateTable('tokens')
        .set({ remain_quota: after })
        .where('id', '=', tokenId)
        .where('remain_quota', '=', token.remain_quota)
        .where('leased', '=', token.leased)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) continue
      const tokenAmount = after - token.remain_quota
      await insertEntry(db, { reference: onceOnly('cap', tokenId), userId: token.user_id, tokenId, tokenAmount, now })
      return { before: token.remain_quota, after: after - (await collect(db, 'token', tokenId, now)) }
    }
  })
}

const onceOnly = (kind: string, id: number) => `${kind}:${id}:${crypto.randomUUID()}`
