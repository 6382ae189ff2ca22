import { type ListedOrder, ORDER_LIFETIME_SECONDS, type Order, PAYMENT_METHODS } from '@tollgate/contract'
import { orderedPlan } from './ordered-plan.ts'
import { isPaid, type NamedOrder, type OrderRow } from './store.ts'

/** Returns an order for its owner. */
export function toOrder(row: OrderRow, now: number): Order {
  const { id, amount, money_cents, currency, trade_no, refunded_cents, taken_quota, create_time, complete_time } = row
  return {
    ...{ id, quota: amount, money_cents, currency, trade_no, refunded_cents, taken_quota, create_time, complete_time },
    // An import may have brought other methods.
    payment_method: PAYMENT_METHODS.find(method => method === row.payment_method) ?? 'zfb',
    status: statusOf(row, now),
    plan: row.plan_id > 0 ? orderedPlan(row).name : '',
    subscription_id: row.subscription_id,
  }
}

/** Returns an order for administrators. */
export function toListedOrder(row: NamedOrder, now: number): ListedOrder {
  const { user_id, username, provider_ref, completed_by, note } = row
  return { ...toOrder(row, now), user_id, username, provider_ref, completed_by, note }
}

function statusOf(row: OrderRow, now: number): Order['status'] {
  if (!isPaid(row)) return now - row.create_time >= ORDER_LIFETIME_SECONDS ? 'expired' : 'pending'
  if (row.open_disputes > 0) return 'disputed'
  return row.taken_quota >= row.amount ? 'refunded' : 'success'
}
