import { sql } from 'kysely'
import { type Db, databaseKindOf } from '../../platform/storage/db.ts'
import { usedUp } from './book.ts'
import { checkAmount } from './check-amounts.ts'
import type { Insufficient } from './commands.ts'
import { collect } from './debts.ts'
import { insertEntry } from './insert-entry.ts'
import { lockAccountsChain } from './links.ts'
import { beginPeriod, freeOfPeriod } from './period-rows.ts'
import { periodOfAccount } from './periods.ts'

/**
 * Quota held for work that outlives processes. It is not a hold in a node's memory but a debit with an entry, which the
 * settlement credits again in the transaction that charges. So the books always balance, whichever process dies.
 */
export interface DurableHold {
  /** Unique forever. */
  id: string
  userId: number
  /** 0 when no token is involved. */
  tokenId: number
  /** Whole quota. */
  amount: number
  /** The accounts of the periods it counts in, if user or token have limits; absent: none. */
  periodIds?: readonly number[]
}

/** An existing durable hold. */
export interface HeldDurably extends DurableHold {
  /** The part that counts against the token's cap; 0 if that was unlimited. */
  ofToken: number
}

/**
 * Takes the amount off the user's balance and, unless it is unlimited, the token's cap. Leased quota cannot be taken, so a caller
 * must recall it first (`Ledger.recall`). Call this in the transaction that stores the work.
 *
 * @returns the hold, or the reason why nothing is held; `leased`: there is enough, but nodes have leased it
 */
export async function holdDurably(
  db: Db,
  { id, userId, tokenId, amount, periodIds = [] }: DurableHold,
  now: number,
): Promise<HeldDurably | Insufficient | 'leased'> {
  checkAmount(amount)
  await lockAccountsChain(db)
  const accounts = await readAccounts(db, userId, tokenId)
  const [user, token] = [
    await paidOff(db, 'user', userId, accounts.user, now),
    await paidOff(db, 'token', tokenId, accounts.token, now),
  ]
  if (user.quota - user.owed < amount) return 'user_quota_insufficient'
  if (token && token.quota - token.owed < amount) return 'token_quota_insufficient'
  if (user.quota - user.leased < amount || (token && token.quota - token.leased < amount)) return 'leased'

  for (const periodId of periodIds) {
    const refusal = await shortageOfPeriod(db, periodId, amount, now)
    if (refusal) return refusal
  }
  for (const periodId of periodIds) await addToPeriod(db, periodId, amount)
  const ofToken = token ? amount : 0
  await change(db, { userId, tokenId, userAmount: -amount, tokenAmount: -ofToken })
  const entry = { userId, tokenId, userAmount: 0 - amount, tokenAmount: 0 - ofToken, now }
  if (!(await insertEntry(db, { reference: `hold:${id}`, ...entry }))) throw new Error(`${id} is held already`)
  return { id, userId, tokenId, amount, ofToken, ...(periodIds.length > 0 && { periodIds }) }
}

/** Collects an account's debt as far as possible, and returns the account after that. */
async function paidOff<Row extends Balance | null>(
  db: Db,
  account: 'user' | 'token',
  id: number,
  row: Row,
  now: number,
): Promise<Row> {
  const collected = row && row.owed > 0 ? await collect(db, account, id, now) : 0
  return row && { ...row, quota: row.quota - collected, owed: row.owed - collected }
}

interface Balance {
  quota: number
  leased: number
  owed: number
}

/** Reads the accounts of a user and a token, locked in the same order as in settlements of calls. */
export async function readAccounts(db: Db, userId: number, tokenId: number) {
  const isShared = databaseKindOf(db) === 'postgres'
  const user = await db
    .selectFrom('users')
    .select(['quota', 'leased', 'owed'])
    .where('id', '=', userId)
    .$if(isShared, query => query.forUpdate())
    .executeTakeFirstOrThrow()
  const token = await db
    .selectFrom('tokens')
    .select(['remain_quota as quota', 'leased', 'owed', 'unlimited_quota'])
    .where('id', '=', tokenId)
    .$if(isShared, query => query.forUpdate())
    .executeTakeFirst()
  return { user, token: token && token.unlimited_quota === 0 ? token : null }
}

/** Returns why an amount does not fit into a period, whose row it locks; null: it fits. */
async function shortageOfPeriod(
  db: Db,
  id: number,
  amount: number,
  now: number,
): Promise<Insufficient | 'leased' | null> {
  await beginPeriod(db, id)
  await collect(db, 'period', id, now)
  const lock = sql.raw(databaseKindOf(db) === 'postgres' ? 'for update' : '')
  const { rows } = await sql<{ free: number; leased: number; owed: number }>`${freeOfPeriod(id)} ${lock}`.execute(db)
  const { free = 0, leased = 0, owed = 0 } = rows[0] ?? {}
  if (free >= amount) return null
  if (free + leased - owed >= amount) return 'leased'
  return usedUp(periodOfAccount(id))
}

/** Adds an amount to a period; a negative one is taken out. */
export async function addToPeriod(db: Db, id: number, amount: number): Promise<void> {
  await db
    .updateTable('spending_periods')
    .set(period => ({ spent: period('spent', '+', amount) }))
    .where('id', '=', id)
    .execute()
}

interface AccountChange {
  userId: number
  tokenId: number
  userAmount: number
  tokenAmount: number
}

/** Changes balance and cap. */
export async function change(db: Db, { userId, tokenId, userAmount, tokenAmount }: AccountChange): Promise<void> {
  await db
    .updateTable('users')
    .set(users => ({ quota: users('quota', '+', userAmount) }))
    .where('id', '=', userId)
    .execute()
  if (tokenAmount === 0) return
  await db
    .updateTable('tokens')
    .set(tokens => ({ remain_quota: tokens('remain_quota', '+', tokenAmount) }))
    .where('id', '=', tokenId)
    .execute()
}
