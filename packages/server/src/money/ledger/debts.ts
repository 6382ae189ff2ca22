import { type RawBuilder, sql } from 'kysely'
import { type Db, databaseKindOf, inTransaction } from '../../platform/storage/db.ts'
import type { AccountKind } from './book.ts'
import { insertEntry } from './insert-entry.ts'
import { lockAccountsChain } from './links.ts'
import { freeOfPeriod } from './period-rows.ts'
import { periodOfAccount } from './periods.ts'

/** The kinds of entries about debts other than a wallet's. */
export const DEBT_KINDS = {
  token: { owed: 'cap-owed', collected: 'cap-collect' },
  period: { owed: 'period-owed', collected: 'period-collect' },
} as const

interface Debtor {
  owed: number
  /** The amount that may be collected. */
  free: number
  userId: number
  /** 0: the user's own. */
  tokenId: number
}

/** How a debt is read and collected, for each kind of account. */
interface DebtOf {
  read(id: number): RawBuilder<Debtor>
  take(id: number, amount: number): RawBuilder<unknown>[]
  entry(amount: number): { kind: string; userAmount?: number; tokenAmount?: number }
}

const DEBTS: Readonly<Record<AccountKind, DebtOf>> = {
  user: {
    read: id => sql`select owed, quota - leased as free, id as "userId", 0 as "tokenId" from users where id = ${id}`,
    take: (id, amount) => [sql`update users set quota = quota - ${amount}, owed = owed - ${amount} where id = ${id}`],
    entry: amount => ({ kind: 'collect', userAmount: -amount }),
  },
  token: {
    // Nothing can be collected from a token without a cap.
    read: id => sql`select owed, case when unlimited_quota = 1 then 0 else remain_quota - leased end as free,
      user_id as "userId", id as "tokenId" from tokens where id = ${id}`,
    take: (id, amount) => [
      sql`update tokens set remain_quota = remain_quota - ${amount}, owed = owed - ${amount} where id = ${id}`,
    ],
    entry: amount => ({ kind: DEBT_KINDS.token.collected, tokenAmount: -amount }),
  },
  period: {
    read(id) {
      const { owner, ownerId } = periodOfAccount(id)
      const of = sql.raw(owner === 'user' ? 'owner.id as "userId", 0' : 'owner.user_id as "userId", owner.id')
      return sql`select period_owed as owed, period.free, ${of} as "tokenId"
        from ${sql.table(`${owner}s`)} owner, (${freeOfPeriod(id)}) period where owner.id = ${ownerId}`
    },
    take(id, amount) {
      const { owner, ownerId } = periodOfAccount(id)
      return [
        sql`update spending_periods set spent = spent + ${amount} where id = ${id}`,
        sql`update ${sql.table(`${owner}s`)} set period_owed = period_owed - ${amount} where id = ${ownerId}`,
      ]
    },
    entry: () => ({ kind: DEBT_KINDS.period.collected }),
  },
}

/**
 * Collects a debt from the unleased part of its account. The caller must lock the chain of accounts, and the account's row if
 * others can write.
 *
 * @returns the collected amount
 */
export async function collect(db: Db, account: AccountKind, id: number, now: number): Promise<number> {
  const { read, take, entry } = DEBTS[account]
  const debtor = (await read(id).execute(db)).rows[0]
  const amount = debtor ? Math.min(debtor.owed, debtor.free) : 0
  if (!debtor || amount <= 0) return 0
  for (const statement of take(id, amount)) await statement.execute(db)
  const { kind, ...moved } = entry(amount)
  const reference = `${kind}:${crypto.randomUUID()}`
  const { userId, tokenId } = debtor
  const of = account === 'user' ? { userId } : { userId, tokenId }
  await insertEntry(db, { reference, ...of, ...moved, uncollected: -amount, now })
  return amount
}

/**
 * Records the part of a request that a token's cap or a period's limit did not cover. The caller must lock the chain of accounts.
 */
export async function owe(
  db: Db,
  account: keyof typeof DEBT_KINDS,
  {
    id,
    userId,
    amount,
    reference,
    now,
  }: { id: number; userId: number; amount: number; reference: string; now: number },
): Promise<void> {
  if (amount <= 0) return
  const { owner, ownerId } = account === 'token' ? { owner: 'token', ownerId: id } : periodOfAccount(id)
  const column = sql.ref(account === 'token' ? 'owed' : 'period_owed')
  await sql`update ${sql.table(`${owner}s`)} set ${column} = ${column} + ${amount} where id = ${ownerId}`.execute(db)
  const tokenId = owner === 'token' ? ownerId : 0
  const entry = { reference: debtReference(account, owner, reference), userId, tokenId, uncollected: amount, now }
  await insertEntry(db, entry)
}

/** Raises a wallet's debt for a charge that it does not cover; the entry of the charge records it. */
export async function raiseOwed(db: Db, userId: number, amount: number): Promise<void> {
  if (amount <= 0) return
  await db
    .updateTable('users')
    .set(users => ({ owed: users('owed', '+', amount) }))
    .where('id', '=', userId)
    .execute()
}

interface Overrun {
  periodId: number
  /** The amount added to the period. */
  added: number
  userId: number
  reference: string
  now: number
}

/** Counts use beyond a period's limit in later periods. The caller must lock the owner's row if others can write. */
export async function deferOverrun(db: Db, { periodId, added, userId, reference, now }: Overrun): Promise<void> {
  const { rows } = await sql<{ free: number; leased: number }>`${freeOfPeriod(periodId)}`.execute(db)
  const amount = Math.min(Math.max(0, added), Math.max(0, -(rows[0]?.free ?? 0)))
  if (amount === 0) return
  await db
    .updateTable('spending_periods')
    .set(period => ({ spent: period('spent', '-', amount) }))
    .where('id', '=', periodId)
    .execute()
  await owe(db, 'period', { id: periodId, userId, amount, reference, now })
}

/** Returns the reference of a debt to a cap or period, from a request or a correction. */
export const debtReference = (account: keyof typeof DEBT_KINDS, owner: string, reference: string): string =>
  `${DEBT_KINDS[account].owed}:${owner}:${reference}`

/**
 * Collects from every balance and cap with both free quota and a debt, for example after a dead node's leases returned.
 */
export async function collectAll(db: Db, now: number): Promise<void> {
  const { rows } = await sql<{ account: AccountKind; id: number }>`
    select 'user' as account, id from users where owed > 0 and quota > leased
    union all select 'token' as account, id from tokens
      where owed > 0 and unlimited_quota = 0 and remain_quota > leased`.execute(db)
  for (const { account, id } of rows)
    await inTransaction(db, async db => {
      await lockAccountsChain(db)
      await lockRow(db, account === 'user' ? 'users' : 'tokens', id)
      await collect(db, account, id, now)
    })
}

/** Locks the row of the user or token whose limit a period has. Must come before the period's own row, as in settlements. */
export function lockOwner(db: Db, periodId: number): Promise<void> {
  const { owner, ownerId } = periodOfAccount(periodId)
  return lockRow(db, `${owner}s`, ownerId)
}

async function lockRow(db: Db, table: 'users' | 'tokens' | 'subscriptions', id: number): Promise<void> {
  if (databaseKindOf(db) !== 'postgres') return
  await sql`select 1 from ${sql.table(table)} where id = ${id} for update`.execute(db)
}
