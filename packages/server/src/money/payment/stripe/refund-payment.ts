import { consoleError } from '../../../platform/http/console-error.ts'
import type { MoneyContext } from '../../context.ts'
import type { OrderRow } from '../../wallet/store.ts'
import { askStripe } from './ask-stripe.ts'
import { charges, refund } from './objects.ts'

/**
 * Refunds a part of an order; returns its cents that Stripe has refunded in total. If Stripe has made a refund that is unknown
 * here, for example after a lost answer, no further refund is made.
 */
export async function refundPayment(app: MoneyContext, order: OrderRow, cents: number): Promise<number> {
  const { payment_ref, refunded_cents, trade_no } = order
  if (payment_ref === '') throw consoleError('order_not_paid')
  const query = new URLSearchParams({ payment_intent: payment_ref })
  const { data } = await askStripe(app, charges, `charges?${query}`)
  const already = Math.max(0, ...data.map(({ amount_refunded }) => amount_refunded))
  if (already > refunded_cents) return already
  const { charge } = await askStripe(app, refund, 'refunds', {
    // A double click refunds once. Stripe also repeats failures, so the minute is part of the key to allow another attempt.
    once: `${trade_no}-refund-${refunded_cents}-${cents}-${Math.floor(app.now() / 60)}`,
    form: { payment_intent: payment_ref, amount: String(cents), 'expand[]': 'charge' },
  })
  return charge.amount_refunded
}
