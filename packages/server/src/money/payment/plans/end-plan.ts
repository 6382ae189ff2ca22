import { LOG_TYPE } from '@tollgate/contract'
import type { Options } from '../../../platform/options/index.ts'
import { quotaWriter } from '../../../platform/options/quota-words.ts'
import type { Db } from '../../../platform/storage/db.ts'
import { messageColumns } from '../../../records/logs/message.ts'
import { insertLog } from '../../../records/logs/store.ts'
import { credit, lockAccountsChain } from '../../ledger/index.ts'
import { endSubscription } from '../../plans/end-subscription.ts'
import { lockOwner } from '../../plans/manage.ts'
import { findSubscription, heldOf, lockSubscription, updateSubscription } from '../../plans/store.ts'
import type { NamedOrder } from '../../wallet/store.ts'

/**
 * Ends the plan of an order that is paid back or disputed. Returns the unused rest of its price to the buyer's balance, also if a
 * team had the plan; the payment's share is then taken from that balance, so that what was used, or is held by running calls, stays
 * owed. A term that the balance has paid for since is not touched. `db` is a transaction.
 */
export async function endPlan(
  db: Db,
  { options, now }: { options: Options; now: () => number },
  { subscription_id: subscriptionId, user_id: userId, amount, username, trade_no }: NamedOrder,
): Promise<void> {
  await lockAccountsChain(db)
  const ownerId = (await findSubscription(db, subscriptionId))?.user_id ?? userId
  for (const id of [...new Set([userId, ownerId])].sort((one, other) => one - other)) await lockOwner(db, id)
  const row = await lockSubscription(db, subscriptionId)
  if (row?.term !== 1) return
  const isOver = row.term_end > 0 && row.term_end <= now()
  if (row.status !== 'ended') await endSubscription(db, row, 'paid_back', now())
  const unused = isOver ? 0 : Math.max(0, amount - row.used - (await heldOf(db, row.id)))
  if (unused > 0) {
    const reference = `plan-back:${row.id}:${row.term}`
    if (!(await credit(db, { userId, amount: unused, reference, subscriptionId, now: now() }))) return
    await updateSubscription(db, row.id, { paid: row.paid - unused })
  }
  const values = { plan: row.name, order: trade_no, quota: { quota: unused } }
  await insertLog(db, {
    type: LOG_TYPE.system,
    created_at: now(),
    user_id: userId,
    username,
    ...messageColumns('plan_paid_back', values, quotaWriter(options)),
  })
}
