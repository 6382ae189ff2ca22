import type { Order } from '@tollgate/contract'

export const isPaid = ({ status }: Order): boolean => status !== 'pending' && status !== 'expired'

/** The amount that can still be refunded; nothing while a dispute is open. */
export const leftCents = (order: Order): number =>
  isPaid(order) && order.status !== 'disputed' ? order.money_cents - order.refunded_cents : 0
