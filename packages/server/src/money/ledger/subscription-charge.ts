import { sql } from 'kysely'
import { type Db, databaseKindOf } from '../../platform/storage/db.ts'
import { freeOfPeriod } from './period-rows.ts'

/** What a call's entry says about the subscription that paid. */
interface ChargedSubscription {
  subscription_id: number
  subscription_amount: number
  windows: string
}

const windowsIn = ({ windows }: ChargedSubscription): number[] => (windows === '' ? [] : JSON.parse(windows))

/**
 * Returns the subscription's part of a correction, which is the same share as of the charge. An additional charge is limited to
 * what its windows have left, and no window gets back more than was used in it. Locks their rows.
 */
export async function changeOfSubscription(
  db: Db,
  charged: ChargedSubscription,
  cost: number,
  more: number,
): Promise<number> {
  if (charged.subscription_id === 0 || cost === 0) return 0
  // Two factors, so that the result stays exact.
  const share = Math.trunc((more / cost) * -charged.subscription_amount)
  const exact = charged.subscription_amount + cost === 0 ? more : share
  const lock = sql.raw(databaseKindOf(db) === 'postgres' ? 'for update' : '')
  // In the same locking order as settlements.
  await sql`select 1 from subscriptions where id = ${charged.subscription_id} ${lock}`.execute(db)
  let room = exact
  for (const id of windowsIn(charged).sort((one, other) => one - other)) {
    const { rows } = await sql<{ free: number }>`${freeOfPeriod(id)} ${lock}`.execute(db)
    const period = await db.selectFrom('spending_periods').select('spent').where('id', '=', id).executeTakeFirst()
    room = Math.max(-(period?.spent ?? 0), Math.min(room, Math.max(0, rows[0]?.free ?? 0)))
  }
  return room
}

export const entryOfSubscription = ({ subscription_id, windows }: ChargedSubscription, paid: number) =>
  subscription_id === 0 ? {} : { subscriptionId: subscription_id, subscriptionAmount: 0 - paid, windows }

/** Changes what the subscription and its windows have used. */
export async function moveSubscription(db: Db, charged: ChargedSubscription, paid: number): Promise<void> {
  if (paid === 0) return
  await db
    .updateTable('subscriptions')
    .set(row => ({ used: row('used', '+', paid) }))
    .where('id', '=', charged.subscription_id)
    .execute()
  await db
    .updateTable('spending_periods')
    .set(row => ({ spent: row('spent', '+', paid) }))
    .where('id', 'in', windowsIn(charged))
    .execute()
}
