import { ORDER_LIFETIME_SECONDS, type Order } from '@tollgate/contract'
import { isPaid, type OrderRow } from './store.ts'

/** Returns an order as its owner sees it. */
export function toOrder({ user_id, amount, payment_method, ...order }: OrderRow, now: number): Order {
  const isExpired = now - order.create_time >= ORDER_LIFETIME_SECONDS
  return {
    ...order,
    quota: amount,
    payment_method: payment_method === 'wx' ? 'wx' : 'zfb',
    status: isPaid(order) ? 'success' : isExpired ? 'expired' : 'pending',
  }
}
