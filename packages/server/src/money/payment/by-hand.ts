import { consoleError } from '../../platform/http/console-error.ts'
import { checkRank } from '../../platform/http/rank.ts'
import { type Db, inTransaction } from '../../platform/storage/db.ts'
import { type Actor, recordAct } from '../../records/logs/acts/record-act.ts'
import type { MoneyContext } from '../context.ts'
import { ownerOfOrdered } from '../wallet/ordered-plan.ts'
import { inMoney } from '../wallet/quote.ts'
import { findOrderById, isPaid, lockOrder, type NamedOrder } from '../wallet/store.ts'
import { changeStanding } from './change-standing.ts'
import { creditOrder } from './credit-order.ts'
import { currencyName } from './currency-name.ts'
import { recallForPlan } from './plans/start-plan.ts'
import { providerOf } from './providers.ts'

/** Credits an order that was paid outside its provider. A later report of the provider then credits nothing. */
export async function completeByHand(actor: Actor<MoneyContext>, id: number, reason: string): Promise<NamedOrder> {
  const { app, caller } = actor
  const ordered = await findOrderById(app.db, id)
  if (ordered && !isPaid(ordered)) await recallForPlan(app, ordered)
  const order = await inTransaction(app.db, async db => {
    const order = await ownOrBelow(db, actor, id)
    const byHand = { completed_by: caller.username, note: reason }
    if (!(await creditOrder(db, app, order, byHand))) throw consoleError('order_already_paid')
    const values = { order: order.trade_no, quota: { quota: order.amount }, reason }
    await recordAct(actor, 'order_completed', values, { db, owner: ownerOf(order) })
    return order
  })
  app.ledger.refresh('user', order.user_id)
  await app.changeEvents.emit('users', order.plan_id > 0 ? ownerOfOrdered(order) : order.user_id)
  return again(app, id)
}

/**
 * Refunds an order or a part of it, through its provider if possible, else only in the records. Takes its share of the quota off
 * the balance.
 */
export async function refundByHand(
  actor: Actor<MoneyContext>,
  id: number,
  { cents, reason }: { cents?: number | undefined; reason: string },
): Promise<NamedOrder> {
  const { app } = actor
  const order = await inTransaction(app.db, db => ownOrBelow(db, actor, id))
  if (!isPaid(order)) throw consoleError('order_not_paid')
  const left = order.money_cents - order.refunded_cents
  const paidBack = cents ?? left
  if (order.open_disputes > 0 || left === 0 || paidBack > left)
    throw consoleError('order_refund_too_large', { max: inMoney(order.open_disputes > 0 ? 0 : left) }, 'cents')
  // An order completed by hand has no payment at the provider.
  const refund = order.payment_ref === '' ? undefined : providerOf(order.payment_method)?.refund
  const refundedCents = refund ? await refund(app, order, paidBack) : order.refunded_cents + paidBack
  await changeStanding(app, id, { refundedCents })
  const money = `${inMoney(refundedCents - order.refunded_cents)}${currencyName(order.currency)}`
  await recordAct(actor, 'order_refunded', { order: order.trade_no, money, reason }, { owner: ownerOf(order) })
  return again(app, id)
}

/** Locks the order. Only the super admin may handle orders by or for themselves or accounts of the same rank. */
async function ownOrBelow(db: Db, { caller }: Actor<MoneyContext>, id: number): Promise<NamedOrder> {
  const order = await lockOrder(db, id)
  if (!order) throw consoleError('order_not_found')
  await checkRank(db, caller, order.user_id)
  if (order.plan_id > 0) await checkRank(db, caller, ownerOfOrdered(order))
  return order
}

const ownerOf = ({ user_id, username }: NamedOrder) => ({ id: user_id, username })

async function again(app: MoneyContext, id: number): Promise<NamedOrder> {
  const order = await findOrderById(app.db, id)
  if (!order) throw consoleError('order_not_found')
  return order
}
