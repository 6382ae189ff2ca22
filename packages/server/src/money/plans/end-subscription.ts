import type { SubscriptionEnd } from '@tollgate/contract'
import type { Db } from '../../platform/storage/db.ts'
import type { Ledger } from '../ledger/index.ts'
import { windowsAt } from '../ledger/index.ts'
import { type SubscriptionRow, updateSubscription } from './store.ts'
import { countOneLess } from './subscribe.ts'

/** Marks a locked subscription as ended. */
export async function endSubscription(
  db: Db,
  { id, user_id }: SubscriptionRow,
  reason: SubscriptionEnd,
  now: number,
): Promise<SubscriptionRow> {
  await countOneLess(db, user_id)
  return updateSubscription(db, id, {
    status: 'ended',
    end_reason: reason,
    ended_at: now,
    renews: 0,
    card_checked_at: 0,
  })
}

/** Ends all that run for an account. The accounts' chain is locked. */
export async function endAllOf(db: Db, userId: number, reason: SubscriptionEnd, now: number): Promise<void> {
  const running = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '!=', 'ended')
    .orderBy('id')
    .execute()
  for (const row of running) await endSubscription(db, row, reason, now)
}

/** Makes all nodes return what no running call holds of a subscription's windows, before it stops. */
export async function recallWindows(ledger: Ledger, subscription: SubscriptionRow, now: number): Promise<void> {
  for (const { id } of windowsAt(subscription, now)) await ledger.recall('period', id)
}
