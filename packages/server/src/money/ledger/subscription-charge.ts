import { sql } from 'kysely'
import { type Db, databaseKindOf } from '../../platform/storage/db.ts'
import { freeOfPeriod } from './period-rows.ts'

/** What a call's entry says about the subscription that paid. */
interface ChargedSubscription {
  subscription_id: number
  subscription_amount: number
  subscription_calls: number
  windows: string
}

/** What a correction changes: the subscription's part of the cost, and what its windows count. */
interface SubscriptionChange {
  paid: number
  /** Thousandths of a call; 0: the windows count what is paid. */
  calls: number
}

const NOTHING: SubscriptionChange = { paid: 0, calls: 0 }

const windowsIn = ({ windows }: ChargedSubscription): number[] => (windows === '' ? [] : JSON.parse(windows))

/**
 * Returns the subscription's part of a correction, which is the same share as of the charge. An additional charge is limited to
 * what its windows have left, and no window gets back more than was used in it. Windows that count calls give a call back when all
 * of it is refunded, and count it again when that refund is taken back; other corrections do not change them. Locks their rows.
 */
export async function changeOfSubscription(
  db: Db,
  charged: ChargedSubscription,
  { cost, more, isRefundUndone }: { cost: number; more: number; isRefundUndone: boolean },
): Promise<SubscriptionChange> {
  if (charged.subscription_id === 0 || cost === 0) return NOTHING
  // Two factors, so that the result stays exact.
  const share = Math.trunc((more / cost) * -charged.subscription_amount)
  const exact = charged.subscription_amount + cost === 0 ? more : share
  const weight = -charged.subscription_calls
  if (weight === 0) return { paid: await roomFor(db, charged, exact), calls: 0 }
  const again = isRefundUndone && more === cost ? weight : 0
  const calls = await roomFor(db, charged, more === -cost ? -weight : again)
  return { paid: exact, calls }
}

/** Returns as much of a change as every window has room for. */
async function roomFor(db: Db, charged: ChargedSubscription, wanted: number): Promise<number> {
  const lock = sql.raw(databaseKindOf(db) === 'postgres' ? 'for update' : '')
  // In the same locking order as settlements.
  await sql`select 1 from subscriptions where id = ${charged.subscription_id} ${lock}`.execute(db)
  let room = wanted
  for (const id of windowsIn(charged).sort((one, other) => one - other)) {
    const { rows } = await sql<{ free: number }>`${freeOfPeriod(id)} ${lock}`.execute(db)
    const period = await db.selectFrom('spending_periods').select('spent').where('id', '=', id).executeTakeFirst()
    room = Math.max(-(period?.spent ?? 0), Math.min(room, Math.max(0, rows[0]?.free ?? 0)))
  }
  return room
}

export const entryOfSubscription = (
  { subscription_id, windows }: ChargedSubscription,
  { paid, calls }: SubscriptionChange,
) =>
  subscription_id === 0
    ? {}
    : { subscriptionId: subscription_id, subscriptionAmount: 0 - paid, subscriptionCalls: 0 - calls, windows }

/** Changes what the subscription and its windows have used. */
export async function moveSubscription(
  db: Db,
  charged: ChargedSubscription,
  { paid, calls }: SubscriptionChange,
): Promise<void> {
  if (paid === 0 && calls === 0) return
  await db
    .updateTable('subscriptions')
    .set(row => ({ used: row('used', '+', paid), used_calls: row('used_calls', '+', calls) }))
    .where('id', '=', charged.subscription_id)
    .execute()
  const counted = charged.subscription_calls === 0 ? paid : calls
  if (counted === 0) return
  await db
    .updateTable('spending_periods')
    .set(row => ({ spent: row('spent', '+', counted) }))
    .where('id', 'in', windowsIn(charged))
    .execute()
}
