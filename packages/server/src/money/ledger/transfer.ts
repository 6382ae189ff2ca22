import { type Db, databaseKindOf, inTransaction } from '../../platform/storage/db.ts'
import { checkAmount } from './check-amounts.ts'
import { collect } from './debts.ts'
import { insertAccountEntries, kindOf } from './insert-account-entries.ts'
import { lockAccountsChain } from './links.ts'

interface Transfer {
  fromId: number
  toId: number
  amount: number
  /** Its first word is the kind of both entries. */
  reference: `${'team-in' | 'team-out'}:${string}`
  /** Unix seconds. */
  now: number
}

/**
 * Moves quota from one balance to another by two entries in one link. Collects the receiver's debt at once.
 *
 * @returns the reason why nothing was moved; `leased`: the balance is enough, but nodes have leased it (`Ledger.recall`)
 */
export function transfer(
  db: Db,
  { fromId, toId, amount, reference, now }: Transfer,
): Promise<'moved' | 'leased' | 'insufficient'> {
  checkAmount(amount)
  return inTransaction(db, async db => {
    await lockAccountsChain(db)
    const { from } = await lockBoth(db, fromId, toId)
    if (from.quota - from.owed < amount) return 'insufficient'
    if (from.quota - from.owed - from.leased < amount) return 'leased'
    await move(db, { fromId, toId, amount, owed: 0, reference, now })
    return 'moved'
  })
}

/**
 * Moves everything that no running call holds and, once nothing is leased any more, the debt too. Any number of callers may run
 * at once: each moves what is there.
 *
 * @returns what was moved
 */
export function transferRest(db: Db, { fromId, toId, reference, now }: Omit<Transfer, 'amount'>): Promise<number> {
  return inTransaction(db, async db => {
    await lockAccountsChain(db)
    await lockBoth(db, fromId, toId)
    await collect(db, 'user', fromId, now)
    const { from } = await lockBoth(db, fromId, toId)
    const amount = Math.max(0, from.quota - from.leased)
    const owed = from.leased === 0 ? from.owed : 0
    if (amount > 0 || owed > 0) await move(db, { fromId, toId, amount, owed, reference, now })
    return amount
  })
}

interface Balance {
  quota: number
  leased: number
  owed: number
}

/** Locks both by id, like settlements. */
async function lockBoth(db: Db, fromId: number, toId: number): Promise<{ from: Balance }> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'quota', 'leased', 'owed'])
    .where('id', 'in', [fromId, toId])
    .orderBy('id')
    .$if(databaseKindOf(db) === 'postgres', query => query.forUpdate())
    .execute()
  const from = rows.find(({ id }) => id === fromId)
  if (!from || rows.length < 2) throw new Error(`users ${fromId} and ${toId} are not both there`)
  return { from }
}

async function move(db: Db, { fromId, toId, amount, owed, reference, now }: Transfer & { owed: number }) {
  const sides = [
    { id: fromId, user_amount: 0 - amount, uncollected: 0 - owed, side: 'from' },
    { id: toId, user_amount: amount, uncollected: owed, side: 'to' },
  ]
  for (const { id, user_amount, uncollected } of sides)
    await db
      .updateTable('users')
      .set(users => ({ quota: users('quota', '+', user_amount), owed: users('owed', '+', uncollected) }))
      .where('id', '=', id)
      .execute()
  const kind = kindOf(reference)
  const entries = sides.map(({ id, user_amount, uncollected, side }) => ({
    ...{ reference: `${reference}:${side}`, kind, user_id: id, user_amount, uncollected },
  }))
  await insertAccountEntries(db, entries, now)
  await collect(db, 'user', toId, now)
}
