import { consoleError } from '../../../platform/http/console-error.ts'
import type { MoneyContext } from '../../context.ts'
import type { OrderRow } from '../../wallet/store.ts'
import { askStripe } from './ask-stripe.ts'
import { charges, refund } from './objects.ts'

/**
 * Pays back a part of an order; returns how many of its cents Stripe has paid back in all. Where it has paid back what nobody here
 * has heard of, as after an attempt whose answer got lost, it pays nothing more.
 */
export async function refundPayment(app: MoneyContext, order: OrderRow, cents: number): Promise<number> {
  const { payment_ref, refunded_cents, trade_no } = order
  if (payment_ref === '') throw consoleError('order_not_paid')
  const query = new URLSearchParams({ payment_intent: payment_ref })
  const { data } = await askStripe(app, charges, `charges?${query}`)
  const already = Math.max(0, ...data.map(({ amount_refunded }) => amount_refunded))
  if (already > refunded_cents) return already
  const { charge } = await askStripe(app, refund, 'refunds', {
    // Pressed twice, it is paid back once. Stripe repeats a failure too, so another minute is another attempt.
    once: `${trade_no}-refund-${refunded_cents}-${cents}-${Math.floor(app.now() / 60)}`,
    form: { payment_intent: payment_ref, amount: String(cents), 'expand[]': 'charge' },
  })
  return charge.amount_refunded
}
