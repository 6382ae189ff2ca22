import { consoleError } from '../../../platform/http/console-error.ts'
import type { MoneyContext } from '../../context.ts'
import type { OrderRow } from '../../wallet/store.ts'
import { askStripe } from './ask-stripe.ts'
import { refund } from './objects.ts'

/** Pays back a part of an order; returns how many of its cents Stripe has paid back in all. */
export async function refundPayment(app: MoneyContext, order: OrderRow, cents: number): Promise<number> {
  if (order.payment_ref === '') throw consoleError('order_not_paid')
  const { charge } = await askStripe(app, refund, 'refunds', {
    // Pressed twice, it is paid back once. Stripe repeats a failure too, so another minute is another attempt.
    once: `${order.trade_no}-refund-${order.refunded_cents}-${cents}-${Math.floor(app.now() / 60)}`,
    form: { payment_intent: order.payment_ref, amount: String(cents), 'expand[]': 'charge' },
  })
  return charge.amount_refunded
}
