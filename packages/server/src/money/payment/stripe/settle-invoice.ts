import { findOrderOfPayment, firstOrderOfCard, isPaid, type NamedOrder } from '../../wallet/store.ts'
import { attachCard } from '../plans/attach-card.ts'
import { noteCardFailed } from '../plans/note-card-failed.ts'
import { renewByCard } from '../plans/renew-by-card.ts'
import type { PaymentContext } from '../provider.ts'
import { askStripe } from './ask-stripe.ts'
import { endAtStripe } from './end-at-stripe.ts'
import { type Invoice, sessions } from './objects.ts'
import { refuse, settleSession } from './settle-session.ts'

/**
 * Begins the term that an invoice pays, once, or notes that the card could not be charged.
 *
 * @returns the order of its payment; undefined: it is not about a plan of ours, or not paid
 */
export async function settleInvoice(app: PaymentContext, invoice: Invoice): Promise<NamedOrder | undefined> {
  const { id, status, billing_reason, amount_paid, currency, payment_intent, subscription } = invoice
  const first = subscription === '' ? undefined : await firstOrder(app, subscription)
  if (!first) return undefined
  if (billing_reason !== 'subscription_cycle') return first
  if (!(await attachCard(app, first))) await endAtStripe(app, subscription)
  if (status !== 'paid') {
    if (status === 'open' && invoice.attempted) await noteCardFailed(app, subscription)
    return undefined
  }
  if (amount_paid !== first.money_cents || currency !== first.currency) {
    await refuse(app, first, { amount_total: amount_paid, currency })
    return undefined
  }
  await renewByCard(app, first, { reference: id, payment: payment_intent })
  return payment_intent === '' ? undefined : findOrderOfPayment(app.db, payment_intent)
}

/** Finds the paid order that began a subscription of Stripe. Its session's event may be late or lost. */
async function firstOrder(app: PaymentContext, cardRef: string): Promise<NamedOrder | undefined> {
  const known = await firstOrderOfCard(app.db, cardRef)
  if (known && isPaid(known)) return known
  const query = new URLSearchParams({ subscription: cardRef, limit: '1' })
  const { data } = await askStripe(app, sessions, `checkout/sessions?${query}`)
  const order = data[0] && (await settleSession(app, data[0]))
  return order && isPaid(order) ? order : undefined
}
