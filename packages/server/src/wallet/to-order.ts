import type { Order } from '@tollgate/contract'
import type { OrderRow } from './store.ts'

/** An order as its owner sees it. */
export function toOrder({ user_id, amount, payment_method, status, ...order }: OrderRow): Order {
  return {
    ...order,
    quota: amount,
    payment_method: payment_method === 'wx' ? 'wx' : 'zfb',
    status: status === 'success' ? 'success' : 'pending',
  }
}
