import { findOrder, isPaid, type NamedOrder, ordersToCheck, updateOrder } from '../wallet/store.ts'
import type { PaymentContext } from './provider.ts'
import { providerOf, settledMethods } from './providers.ts'

/** Asks an unpaid order's provider whether it is paid, and credits it if so. Returns the current order. */
export async function settleOrder(app: PaymentContext, order: NamedOrder): Promise<NamedOrder> {
  const provider = providerOf(order.payment_method)
  if (isPaid(order) || !provider?.settle || !provider.isReady(app.options)) return order
  await updateOrder(app.db, order.id, { checked_at: app.now() })
  await provider.settle(app, order)
  return (await findOrder(app.db, order.trade_no)) ?? order
}

/** Asks about orders without a report for a day, less and less often. Returns about how many. */
export async function settleUnreported(app: PaymentContext, signal: AbortSignal): Promise<number> {
  const orders = await ordersToCheck(app.db, settledMethods(app.options), app.now())
  for (const order of orders) {
    signal.throwIfAborted()
    // The failure is logged, and the other orders are still asked about.
    await settleOrder(app, order).catch(error =>
      app.log.warn({ err: error, order: order.trade_no }, 'the payment of an order could not be checked'),
    )
  }
  return orders.length
}
