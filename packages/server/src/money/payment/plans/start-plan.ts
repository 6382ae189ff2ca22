import type { Options } from '../../../platform/options/index.ts'
import { quotaWriter } from '../../../platform/options/quota-words.ts'
import type { Db } from '../../../platform/storage/db.ts'
import { messageColumns } from '../../../records/logs/message.ts'
import { credit, lockAccountsChain } from '../../ledger/index.ts'
import { recallWindows } from '../../plans/end-subscription.ts'
import { lockOwner } from '../../plans/manage.ts'
import { maySpendFor } from '../../plans/seats.ts'
import { findSubscription, sellOrdered } from '../../plans/store.ts'
import { hasRoomForOne, subscribe } from '../../plans/subscribe.ts'
import { upgradeByPayment } from '../../plans/upgrade.ts'
import { orderedPlan } from '../../wallet/ordered-plan.ts'
import { inMoney } from '../../wallet/quote.ts'
import { type NamedOrder, type OrderRow, updateOrder } from '../../wallet/store.ts'
import { currencyName } from '../currency-name.ts'
import type { PaymentContext } from '../provider.ts'

/** Makes all nodes return what no running call holds of the plan that an order moves from, before it is paid. */
export async function recallForPlan(
  app: Pick<PaymentContext, 'db' | 'ledger' | 'now'>,
  order: OrderRow,
): Promise<void> {
  const upgrade = order.plan_id > 0 ? orderedPlan(order).upgrade : null
  const row = upgrade && (await findSubscription(app.db, upgrade.id))
  if (row) await recallWindows(app.ledger, row, app.now())
}

/**
 * Begins the plan of an order that was just paid, for the buyer or their team, under the terms it was ordered, whatever became of
 * the plan since; or moves from another to it. Where it is sold out, too many run, the buyer may no longer spend for the team or the rest
 * of the other is less than was counted, the payment becomes balance. `db` is a transaction.
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
  const { renews, team, upgrade, ...plan } = orderedPlan(order)
  const payment = `topup:${trade_no}`
  const values = { plan: plan.name, order: trade_no, money: `${inMoney(money_cents)}${currencyName(currency)}` }
  const paid = { reference: payment, payerId: userId }
  const ownerId = team?.id ?? userId
  const begun = await begin()
  if (typeof begun === 'string') {
    await credit(db, { userId, amount, reference: payment, now: now() })
    const told = { ...values, team: team?.name ?? '', quota: { quota: amount } }
    return messageColumns(begun, told, quotaWriter(options))
  }
  await updateOrder(db, order.id, { subscription_id: begun.id })
  if (upgrade)
    return messageColumns(team ? 'plan_upgrade_paid_for_team' : 'plan_upgrade_paid', {
      ...values,
      team: team?.name ?? '',
    })
  return team
    ? messageColumns('plan_paid_for_team', { ...values, team: team.name })
    : messageColumns('plan_paid', values)

  /** Returns the plan that began, or what the log says of why none did. */
  async function begin() {
    if (ownerId !== userId && !(await maySpendFor(db, ownerId, userId))) return 'plan_paid_without_team'
    const isSold = () => sellOrdered(db, plan.id)
    if (upgrade) {
      await lockOwner(db, ownerId)
      const moved = await upgradeByPayment(db, { upgrade, plan, ownerId, payment: paid, isSold }, { options, now })
      return typeof moved !== 'string' ? moved : NOT_MOVED[moved]
    }
    if (!(await hasRoomForOne(db, ownerId))) return 'plan_paid_too_many'
    if (!(await isSold())) return 'plan_paid_sold_out'
    return subscribe(db, { userId: ownerId, plan, source: 'bought', renews, payment: paid, now: now() }, { options })
  }
}

const NOT_MOVED = { changed: 'plan_upgrade_paid_changed', 'sold out': 'plan_paid_sold_out' } as const
