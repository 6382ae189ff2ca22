import { sql } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import { databaseKindOf, inTransaction } from '../../platform/storage/db.ts'
import type { NewLogRow } from '../../platform/storage/schema.ts'
import { insertStatement, run } from '../../platform/storage/statements.ts'
import { figureRows, INTO_FIGURES } from '../../records/dashboard/usage-figures.ts'
import { checkAmount } from './check-amounts.ts'
import type { Insufficient } from './commands.ts'
import { collect, deferOverrun, owe, raiseOwed } from './debts.ts'
import { insertEntry } from './insert-entry.ts'
import { lockAccountsChain } from './links.ts'
import { beginPeriod, freeOfPeriod } from './period-rows.ts'
import { periodOfAccount } from './periods.ts'
import { type LedgerSettings, requestReference } from './write-group.ts'

/**
 * Quota set aside for work that outlives processes: not a hold in a node's memory but a debit, an entry like any other, which its
 * settlement credits again in the commit that charges. So the books balance at every moment, whoever dies.
 */
export interface DurableHold {
  /** Makes it unique for good. */
  id: string
  userId: number
  /** 0 when no token is involved. */
  tokenId: number
  /** Whole quota. */
  amount: number
  /** The accounts of the periods it counts in, where the user or the token has a limit; absent: none. */
  periodIds?: readonly number[]
}

/** A hold as it was made. */
export interface HeldDurably extends DurableHold {
  /** What of it counts against the token's cap; 0 when that was unlimited. */
  ofToken: number
}

/**
 * Takes the amount off the user's balance and, unless it is unlimited, the token's cap. What nodes have leased is not there to be
 * taken: a caller has it returned first (`Ledger.recall`). Belongs in the transaction that stores what it is for.
 *
 * @returns the hold, or why nothing was held; `leased`: what there is suffices, but nodes have it
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

/** What is left of an account when it has paid what it owes, as far as that is there. */
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

/** A charge that ends a durable hold, together with others. */
export interface DurableCharge {
  /** Unique, as of any request. */
  requestId: string
  /** What it cost. */
  quota: number
  log: NewLogRow
}

/**
 * Gives a durable hold back, charges what it was for, and writes the log rows: in one transaction, once. Without charges it is a
 * refund. What hold and wallet do not cover is owed from then on; what the user owed before is collected of what is left.
 *
 * @param notes rows that move no money
 * @returns what was paid; null: it was settled before, and nothing has changed
 */
export function settleDurably(
  db: Db,
  hold: HeldDurably,
  { charges, notes, channelId }: { charges: readonly DurableCharge[]; notes: readonly NewLogRow[]; channelId: number },
  { now, keepsLogs, keepsFigures }: LedgerSettings & { now: number },
): Promise<number | null> {
  const { id, userId, tokenId, amount, ofToken, periodIds = [] } = hold
  return inTransaction(db, async db => {
    await lockAccountsChain(db)
    const { user, token } = await readAccounts(db, userId, tokenId)
    const back = { userId, tokenId, userAmount: amount, tokenAmount: ofToken, now }
    if (!(await insertEntry(db, { reference: `release:${id}`, ...back }))) return null

    let wallet = amount + Math.max(0, user.quota - user.leased)
    let cap = ofToken > 0 && token ? ofToken + Math.max(0, token.quota - token.leased) : 0
    const rows: NewLogRow[] = []
    const sum = { paid: 0, tokenPaid: 0, cost: 0 }
    for (const { requestId, quota, log } of charges) {
      checkAmount(quota)
      const paid = Math.min(quota, wallet)
      const tokenPaid = Math.min(quota, cap)
      wallet -= paid
      cap -= tokenPaid
      sum.paid += paid
      sum.tokenPaid += tokenPaid
      sum.cost += quota
      rows.push(paid === quota ? { ...log, quota } : withUncollected(log, paid, quota - paid))
      await insertEntry(db, {
        reference: requestReference(requestId),
        userId,
        tokenId,
        userAmount: 0 - paid,
        tokenAmount: 0 - tokenPaid,
        channelId,
        uncollected: quota - paid,
        isLogged: keepsLogs,
        now,
      })
    }
    await change(db, { userId, tokenId, userAmount: amount - sum.paid, tokenAmount: ofToken - sum.tokenPaid })
    for (const periodId of periodIds) {
      await addToPeriod(db, periodId, sum.cost - amount)
      await deferOverrun(db, { periodId, added: sum.cost - amount, userId, reference: `settle:${id}`, now })
    }
    await raiseOwed(db, userId, sum.cost - sum.paid)
    const ofCap = token && ofToken > 0 ? sum.cost - sum.tokenPaid : 0
    await owe(db, 'token', { id: tokenId, userId, amount: ofCap, reference: `settle:${id}`, now })
    await count(db, { userId, tokenId, channelId, cost: sum.cost, charges: charges.length, now })
    await collect(db, 'user', userId, now)
    if (tokenId !== 0) await collect(db, 'token', tokenId, now)
    const kept = [...(keepsLogs ? rows : []), ...notes]
    if (kept.length > 0) await db.insertInto('logs').values(kept).execute()
    if (keepsFigures) await addFigures(db, rows)
    return sum.paid
  })
}

/** Locks them where that takes a word, in the order in which settlements of calls do. */
async function readAccounts(db: Db, userId: number, tokenId: number) {
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

/** Why an amount cannot be counted in a period, whose row it locks; null: it can. */
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
  return periodOfAccount(id).owner === 'user' ? 'user_period_used_up' : 'token_period_used_up'
}

async function addToPeriod(db: Db, id: number, amount: number): Promise<void> {
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

async function change(db: Db, { userId, tokenId, userAmount, tokenAmount }: AccountChange): Promise<void> {
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

interface Counted {
  userId: number
  tokenId: number
  channelId: number
  cost: number
  charges: number
  now: number
}

/** Raises what was used. A channel or a token that is gone counts nothing. */
async function count(db: Db, { userId, tokenId, channelId, cost, charges, now }: Counted): Promise<void> {
  if (charges === 0) return
  await db
    .updateTable('users')
    .set(users => ({
      used_quota: users('used_quota', '+', cost),
      request_count: users('request_count', '+', charges),
    }))
    .where('id', '=', userId)
    .execute()
  await db
    .updateTable('tokens')
    .set(tokens => ({ used_quota: tokens('used_quota', '+', cost), accessed_time: now }))
    .where('id', '=', tokenId)
    .execute()
  await db
    .updateTable('channels')
    .set(channels => ({ used_quota: channels('used_quota', '+', cost) }))
    .where('id', '=', channelId)
    .execute()
}

async function addFigures(db: Db, rows: readonly NewLogRow[]): Promise<void> {
  const kind = databaseKindOf(db)
  const statement = insertStatement(kind, INTO_FIGURES, figureRows(rows))
  if (!statement) return
  await db.getExecutor().provideConnection(connection => run(connection, statement.text, statement.parameters))
}

function withUncollected(log: NewLogRow, paid: number, uncollected: number): NewLogRow {
  const other = log.other ? JSON.parse(log.other) : {}
  return { ...log, quota: paid, other: JSON.stringify({ ...other, uncollected }) }
}
