import type { MoneyContext } from '../context.ts'
import { findOrder, isPaid, type NamedOrder, updateOrder } from '../wallet/store.ts'
import { providerOf } from './providers.ts'

/** Asks an unpaid order's provider whether it is paid, and credits it if so. Returns the order as it stands then. */
export async function settleOrder(app: MoneyContext, order: NamedOrder): Promise<NamedOrder> {
  const provider = providerOf(order.payment_method)
  if (isPaid(order) || !provider?.settle || !provider.isReady(app.options)) return order
  await updateOrder(app.db, order.id, { checked_at: app.now() })
  await provider.settle(app, order)
  return (await findOrder(app.db, order.trade_no)) ?? order
}
