import { LOG_TYPE } from '@tollgate/contract'
import type { Options } from '../../../platform/options/index.ts'
import { quotaWriter } from '../../../platform/options/quota-words.ts'
import type { Db } from '../../../platform/storage/db.ts'
import { messageColumns } from '../../../records/logs/message.ts'
import { insertLog } from '../../../records/logs/store.ts'
import { credit, lockAccountsChain } from '../../ledger/index.ts'
import { endSubscription } from '../../plans/end-subscription.ts'
import { lockOwner } from '../../plans/manage.ts'
import { paidForTerm, restOfPaid, takenOf } from '../../plans/rest-of-paid.ts'
import { heldOf, lockSubscription, type SubscriptionRow, successorsOf, updateSubscription } from '../../plans/store.ts'
import { backReference } from '../../plans/subscribe.ts'
import type { NamedOrder } from '../../wallet/store.ts'

/**
 * Ends the plan of an order that is paid back or disputed, or the one that it was upgraded to. Returns the unused rest of its price
 * to the buyer's balance, also if a team had the plan; the payment's share is then taken from that balance, so that what was used,
 * or is held by running calls, stays owed. Of an upgrade's rest, the buyer gets what their payment counted in it, and who had the
 * plan the other part. A term that was paid for since is not touched. `db` is a transaction.
 */
export async function endPlan(
  db: Db,
  { options, now }: { options: Options; now: () => number },
  { subscription_id: subscriptionId, term, user_id: userId, username, trade_no, amount }: NamedOrder,
): Promise<void> {
  await lockAccountsChain(db)
  const line = await successorsOf(db, subscriptionId)
  const ownerId = line[0]?.user_id ?? userId
  for (const id of [...new Set([userId, ownerId])].sort((one, other) => one - other)) await lockOwner(db, id)
  const row = await lockSubscription(db, line.at(-1)?.id ?? 0)
  if (!row || line.some((one, at) => one.term !== (at === 0 ? term : 1))) return
  if (row.status !== 'ended') await endSubscription(db, row, 'paid_back', now())
  const unused = await unusedOf(db, row, now())
  // An upgrade's order paid a part of its price, and so did what it counted in later ones.
  const ofOrder = share(unused, amount, line[0]?.price ?? amount)
  const ofBuyer = line.slice(1).reduce((part, { counted, price }) => share(part, counted, price), ofOrder)
  const reference = backReference(row)
  const backs = [
    { userId, amount: ownerId === userId ? unused : ofBuyer, reference },
    { userId: ownerId, amount: ownerId === userId ? 0 : unused - ofBuyer, reference: `${reference}:rest` },
  ].filter(({ amount }) => amount > 0)
  let returned = 0
  for (const back of backs)
    if (await credit(db, { ...back, subscriptionId: row.id, now: now() })) returned += back.amount
  if (unused > 0 && returned === 0) return
  await updateSubscription(db, row.id, { paid: row.paid - returned })
  const values = { plan: row.name, order: trade_no, quota: { quota: returned } }
  await insertLog(db, {
    type: LOG_TYPE.system,
    created_at: now(),
    user_id: userId,
    username,
    ...messageColumns('plan_paid_back', values, quotaWriter(options)),
  })
}

/** Returns what is neither used nor held by running calls of the price of the running term. */
async function unusedOf(db: Db, row: SubscriptionRow, now: number): Promise<number> {
  if (row.term_end > 0 && row.term_end <= now) return 0
  const paid = await paidForTerm(db, row)
  const left = paid - (row.used - row.used_before)
  if (row.unit === 'quota') return Math.max(0, left - (await heldOf(db, row.id)))
  // What running calls will cost is not known.
  return Math.max(0, Math.min(left, restOfPaid(paid, row, await takenOf(db, row, now), now)))
}

const share = (amount: number, part: number, whole: number): number =>
  whole <= 0 ? 0 : Number((BigInt(amount) * BigInt(part)) / BigInt(whole))
