import { LOG_TYPE } from '@tollgate/contract'
import { quotaWriter } from '../../platform/options/quota-words.ts'
import { type Db, inTransaction } from '../../platform/storage/db.ts'
import { messageColumns } from '../../records/logs/message.ts'
import { insertLog } from '../../records/logs/store.ts'
import type { MoneyContext } from '../context.ts'
import { credit } from '../ledger/index.ts'
import { ownerOfOrdered } from '../wallet/ordered-plan.ts'
import { inMoney } from '../wallet/quote.ts'
import { completeOrder, findOrder, isPaid, type NamedOrder } from '../wallet/store.ts'
import { currencyName } from './currency-name.ts'
import { recallForPlan, startPlan } from './plans/start-plan.ts'
import type { PaymentContext } from './provider.ts'

/** Returns whether the order is credited, now or by another report; false if it no longer exists. */
export async function isCredited(app: PaymentContext, order: NamedOrder): Promise<boolean> {
  if (isPaid(order)) return true
  await recallForPlan(app, order)
  if (await inTransaction(app.db, db => creditOrder(db, app, order))) {
    // Nodes keep the plans of users.
    if (order.plan_id > 0) await app.changeEvents.emit('users', ownerOfOrdered(order))
    return true
  }
  const current = await findOrder(app.db, order.trade_no)
  return current !== undefined && isPaid(current)
}

/** Credits an order, or begins its plan, once. Returns false when somebody else was faster, on this node or another. */
export async function creditOrder(
  db: Db,
  { options, now }: Pick<MoneyContext, 'options' | 'now'>,
  order: NamedOrder,
  byHand: { completed_by?: string; note?: string } = {},
): Promise<boolean> {
  if (!(await completeOrder(db, order.id, now(), byHand))) return false
  const { user_id, username, amount } = order
  const told = await (order.plan_id > 0 ? startPlan : topUp)(db, { options, now }, order)
  await insertLog(db, { type: LOG_TYPE.topUp, created_at: now(), user_id, username, quota: amount, ...told })
  return true
}

async function topUp(
  db: Db,
  { options, now }: Pick<MoneyContext, 'options' | 'now'>,
  { user_id: userId, amount, trade_no: order, money_cents, currency }: NamedOrder,
) {
  await credit(db, { userId, amount, reference: `topup:${order}`, now: now() })
  const money = `${inMoney(money_cents)}${currencyName(currency)}`
  return messageColumns('topped_up', { quota: { quota: amount }, money, order }, quotaWriter(options))
}
