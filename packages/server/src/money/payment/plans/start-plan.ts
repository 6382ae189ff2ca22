import type { Options } from '../../../platform/options/index.ts'
import { quotaWriter } from '../../../platform/options/quota-words.ts'
import type { Db } from '../../../platform/storage/db.ts'
import { messageColumns } from '../../../records/logs/message.ts'
import { credit, lockAccountsChain } from '../../ledger/index.ts'
import { isInTeam } from '../../plans/seats.ts'
import { sellOrdered } from '../../plans/store.ts'
import { hasRoomForOne, subscribe } from '../../plans/subscribe.ts'
import { orderedPlan, ownerOfOrdered } from '../../wallet/ordered-plan.ts'
import { inMoney } from '../../wallet/quote.ts'
import { type NamedOrder, updateOrder } from '../../wallet/store.ts'
import { currencyName } from '../currency-name.ts'

/**
 * Begins the plan of an order that was just paid, for the buyer or their team, under the terms it was ordered, whatever became of
 * the plan since. Where it is sold out, too many run or the buyer has left the team, the payment becomes balance. `db` is a transaction.
 *
 * @returns what the user's log says
 */
export async function startPlan(
  db: Db,
  { options, now }: { options: Options; now: () => number },
  order: NamedOrder,
): Promise<ReturnType<typeof messageColumns>> {
  await lockAccountsChain(db)
  const { user_id: userId, amount, trade_no, money_cents, currency } = order
  const { renews, team, ...plan } = orderedPlan(order)
  const payment = `topup:${trade_no}`
  const values = { plan: plan.name, order: trade_no, money: `${inMoney(money_cents)}${currencyName(currency)}` }
  const failure = await whyNot(db, order, plan.id)
  if (failure) {
    await credit(db, { userId, amount, reference: payment, now: now() })
    const told = { ...values, team: team?.name ?? '', quota: { quota: amount } }
    return messageColumns(failure, told, quotaWriter(options))
  }
  const paid = { reference: payment, payerId: userId }
  const subscribing = { userId: team?.id ?? userId, plan, source: 'bought', renews, payment: paid, now: now() } as const
  const { id } = await subscribe(db, subscribing, { options })
  await updateOrder(db, order.id, { subscription_id: id })
  return team
    ? messageColumns('plan_paid_for_team', { ...values, team: team.name })
    : messageColumns('plan_paid', values)
}

/** Null: one was taken from the stock. */
async function whyNot(db: Db, order: NamedOrder, planId: number) {
  const ownerId = ownerOfOrdered(order)
  if (ownerId !== order.user_id && !(await isInTeam(db, ownerId, order.user_id))) return 'plan_paid_without_team'
  if (!(await hasRoomForOne(db, ownerId))) return 'plan_paid_too_many'
  return (await sellOrdered(db, planId)) ? null : 'plan_paid_sold_out'
}
