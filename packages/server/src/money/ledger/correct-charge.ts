import { sql } from 'kysely'
import { type Db, databaseKindOf, inTransaction } from '../../platform/storage/db.ts'
import { requestReference } from './call-entries.ts'
import { checkAmount } from './check-amounts.ts'
import { collect, debtReference, deferOverrun, owe, raiseOwed } from './debts.ts'
import { kindOf } from './insert-account-entries.ts'
import { insertEntry } from './insert-entry.ts'
import { lockAccountsChain } from './links.ts'
import { changeOfSubscription, entryOfSubscription, moveSubscription } from './subscription-charge.ts'

interface Change {
  /** Unique: `task-refund:tasks:12`. Its first word is the entry's kind. */
  reference: string
  /** The request that was charged. */
  requestId: string
  /** The accounts of the periods it counts in; absent: none. */
  periodIds?: readonly number[]
  now: number
}

/** A new amount for a charged request: zero if its task failed, or its vendor's final bill. */
export interface Correction extends Change {
  /** Its new cost, in whole quota. */
  quota: number
}

/** Quota; negative for a refund. */
export interface Corrected {
  /** The additional cost. */
  more: number
  /** The part of it that the wallet could not pay and owes. */
  uncollected: number
}

/**
 * Corrects a request's charge to another amount, once: for user, token, its periods, and the used quota of user, token
 * and channel. Reads the original charge from its own entry, so that nothing is refunded that was never charged. An
 * additional amount that the wallet does not cover becomes a debt; a refund pays debts first. A caller that charges more
 * must recall leases first (`Ledger.recall`).
 *
 * @returns null if it was already corrected under this reference or never charged, so that nothing has changed
 */
export function correctCharge(db: Db, { quota, ...change }: Correction): Promise<Corrected | null> {
  checkAmount(quota)
  return addToCharge(db, change, cost => quota - cost)
}

/** Changes a request's charge by an amount in the same way; a negative one refunds quota. */
export function changeCharge(db: Db, { more, ...change }: Change & { more: number }): Promise<Corrected | null> {
  checkAmount(Math.abs(more))
  return addToCharge(db, change, () => more)
}

/** Returns a request's charge, the part paid at once, and its payers; null: it was never charged. */
export async function findCharge(db: Db, requestId: string) {
  const entry = await chargeEntry(db, requestId)
  if (!entry) return null
  const { user_id: userId, token_id: tokenId, created_at: chargedAt, user_amount, subscription_amount } = entry
  return { userId, tokenId, chargedAt, cost: costOf(entry), paid: 0 - user_amount - subscription_amount }
}

const costOf = (entry: { uncollected: number; user_amount: number; subscription_amount: number }) =>
  entry.uncollected - entry.user_amount - entry.subscription_amount

const chargeEntry = (db: Db, requestId: string) =>
  db
    .selectFrom('ledger_entries')
    .select(['user_id', 'token_id', 'channel_id', 'user_amount', 'token_amount', 'uncollected', 'created_at'])
    .select(['subscription_id', 'subscription_amount', 'subscription_calls', 'windows'])
    .where('reference', '=', requestReference(requestId))
    .executeTakeFirst()

function addToCharge(
  db: Db,
  { reference, requestId, periodIds = [], now }: Change,
  moreThan: (cost: number) => number,
): Promise<Corrected | null> {
  return inTransaction(db, async db => {
    await lockAccountsChain(db)
    const charged = await chargeEntry(db, requestId)
    if (!charged) return null
    const { user_id: userId, token_id: tokenId, channel_id: channelId } = charged
    const more = moreThan(costOf(charged))
    const free = await readFree(db, userId, tokenId)
    const isRefundUndone = kindOf(reference) === 'refund-undone'
    const ofSubscription = await changeOfSubscription(db, charged, { cost: costOf(charged), more, isRefundUndone })
    const rest = more - ofSubscription.paid
    const paid = Math.min(rest, free.user)
    // A token without a cap at that time pays nothing now.
    const isCapped = charged.token_amount !== 0 || (await owedToCap(db, requestId))
    const tokenPaid = isCapped ? Math.min(more, free.token) : 0
    const uncollected = rest - paid
    const entry = {
      ...{ userId, tokenId, channelId, userAmount: 0 - paid, tokenAmount: 0 - tokenPaid },
      ...entryOfSubscription(charged, ofSubscription),
    }
    if (!(await insertEntry(db, { reference, ...entry, uncollected, now }))) return null
    await move(db, { userId, tokenId, channelId, more, paid, tokenPaid })
    await moveSubscription(db, charged, ofSubscription)
    await raiseOwed(db, userId, uncollected)
    await owe(db, 'token', { id: tokenId, userId, amount: isCapped ? more - tokenPaid : 0, reference, now })
    for (const id of periodIds) {
      await db
        .updateTable('spending_periods')
        .set(period => ({ spent: period('spent', '+', more) }))
        .where('id', '=', id)
        .execute()
      await deferOverrun(db, { periodId: id, added: more, userId, reference, now })
    }
    await collect(db, 'user', userId, now)
    if (tokenId !== 0) await collect(db, 'token', tokenId, now)
    return { more, uncollected }
  })
}

/** Whether the cap did not cover all of a request. */
async function owedToCap(db: Db, requestId: string): Promise<boolean> {
  const entry = await db
    .selectFrom('ledger_entries')
    .select('id')
    .where('reference', '=', debtReference('token', 'token', requestReference(requestId)))
    .executeTakeFirst()
  return entry !== undefined
}

/** Returns the unleased parts of balance and cap. Locks both rows, in the same order as settlements. */
async function readFree(db: Db, userId: number, tokenId: number): Promise<{ user: number; token: number }> {
  const lock = sql.raw(databaseKindOf(db) === 'postgres' ? 'for update' : '')
  const user = await sql<{
    free: number
  }>`select quota - leased as free from users where id = ${userId} ${lock}`.execute(db)
  const token = await sql<{
    free: number
  }>`select remain_quota - leased as free from tokens where id = ${tokenId} ${lock}`.execute(db)
  return { user: Math.max(0, user.rows[0]?.free ?? 0), token: Math.max(0, token.rows[0]?.free ?? 0) }
}

interface Move {
  userId: number
  tokenId: number
  channelId: number
  more: number
  paid: number
  tokenPaid: number
}

/** Moves the amounts; does nothing for a deleted token or channel. */
async function move(db: Db, { userId, tokenId, channelId, more, paid, tokenPaid }: Move): Promise<void> {
  await db
    .updateTable('users')
    .set(users => ({ quota: users('quota', '-', paid), used_quota: users('used_quota', '+', more) }))
    .where('id', '=', userId)
    .execute()
  await db
    .updateTable('tokens')
    .set(tokens => ({
      remain_quota: tokens('remain_quota', '-', tokenPaid),
      used_quota: tokens('used_quota', '+', more),
    }))
    .where('id', '=', tokenId)
    .execute()
  await db
    .updateTable('channels')
    .set(channels => ({ used_quota: channels('used_quota', '+', more) }))
    .where('id', '=', channelId)
    .execute()
}
