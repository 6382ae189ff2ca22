import { type Db, databaseKindOf, inTransaction } from '../../platform/storage/db.ts'
import type { NewLogRow } from '../../platform/storage/schema.ts'
import { insertStatement, run } from '../../platform/storage/statements.ts'
import { figureRows, INTO_FIGURES } from '../../records/dashboard/usage-figures.ts'
import { requestReference } from './call-entries.ts'
import { checkAmount } from './check-amounts.ts'
import { collect, deferOverrun, owe, raiseOwed } from './debts.ts'
import { addToPeriod, change, type HeldDurably, readAccounts } from './durable-holds.ts'
import { insertEntry } from './insert-entry.ts'
import { lockAccountsChain } from './links.ts'
import type { LedgerSettings } from './write-group.ts'

/** One of the charges that end a durable hold. */
export interface DurableCharge {
  /** Unique, like any request's. */
  requestId: string
  /** Its cost. */
  quota: number
  log: NewLogRow
}

/**
 * Refunds a durable hold, makes its charges and writes the log rows, once and in one transaction. Without charges, it is just a
 * refund. What hold and wallet do not cover becomes debt; older debt is collected from what is left.
 *
 * @param notes log rows that move no money
 * @returns what was paid; null: it was already settled, so nothing has changed
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

interface Counted {
  userId: number
  tokenId: number
  channelId: number
  cost: number
  charges: number
  now: number
}

/** Raises the used quota; does nothing for a deleted channel or token. */
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
