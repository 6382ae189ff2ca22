import type { z } from 'zod'
import type { MoneyContext } from '../../context.ts'
import { subscriptionOfCard } from '../../plans/cards.ts'
import { findOrderOfPayment, type NamedOrder } from '../../wallet/store.ts'
import { changeStanding } from '../change-standing.ts'
import { askStripe } from './ask-stripe.ts'
import { charge, dispute, event, invoice, named, paymentIntent, session, sessions } from './objects.ts'
import { renewals } from './renewals.ts'
import { settleInvoice } from './settle-invoice.ts'
import { settleSession } from './settle-session.ts'
import { isSignedByStripe } from './signature.ts'

type Handler = (app: MoneyContext, object: unknown) => Promise<unknown>

/** The handlers of events. All other events are ignored. */
const HANDLERS: Readonly<Record<string, Handler>> = {
  // A bank transfer is reported when it is sent, and again when it arrives.
  'checkout.session.completed': reading(session, settleSession),
  'checkout.session.async_payment_succeeded': reading(session, settleSession),
  'charge.refunded': reading(charge, noteRefund),
  'charge.dispute.created': reading(dispute, noteDispute),
  'charge.dispute.updated': reading(dispute, noteDispute),
  'charge.dispute.closed': reading(dispute, noteDispute),
  'invoice.paid': reading(named, noteInvoice),
  'invoice.payment_failed': reading(named, noteInvoice),
  'customer.subscription.updated': reading(named, noteSubscription),
  'customer.subscription.deleted': reading(named, noteSubscription),
}

/**
 * Handles an event of Stripe's webhook. Refuses unsigned ones. Events report states, so a repetition or a late older one changes
 * nothing.
 *
 * @returns the status of the reply; 500 makes Stripe send it again
 */
export async function handleEvent(app: MoneyContext, body: Uint8Array, signature: string): Promise<200 | 400 | 500> {
  if (!isSignedByStripe(signature, body, app.options.get('StripeWebhookSecret'), app.now())) {
    app.log.warn({ reason: 'its signature is wrong or old' }, 'an event of Stripe was refused')
    return 400
  }
  try {
    const { type, data } = event.parse(JSON.parse(new TextDecoder().decode(body)))
    if (Object.hasOwn(HANDLERS, type)) await HANDLERS[type]?.(app, data.object)
    return 200
  } catch (error) {
    app.log.error({ err: error }, 'an event of Stripe could not be handled')
    return 500
  }
}

function reading<Shape extends z.ZodType>(
  shape: Shape,
  act: (app: MoneyContext, object: z.output<Shape>) => Promise<unknown>,
): Handler {
  return (app, object) => act(app, shape.parse(object))
}

async function noteRefund(app: MoneyContext, { payment_intent, currency, amount_refunded }: z.output<typeof charge>) {
  const order = await orderOfPayment(app, payment_intent)
  if (order?.currency === currency) await changeStanding(app, order.id, { refundedCents: amount_refunded })
}

/** https://docs.stripe.com/api/disputes/object#dispute_object-status */
const STATES: Readonly<Record<string, 'won' | 'lost'>> = {
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
}

async function noteDispute(
  app: MoneyContext,
  { id, amount, currency, status, payment_intent }: z.output<typeof dispute>,
) {
  const order = await orderOfPayment(app, payment_intent)
  if (order?.currency !== currency) return
  const state = (Object.hasOwn(STATES, status) && STATES[status]) || 'open'
  await changeStanding(app, order.id, { dispute: { id, cents: amount, state } })
}

/** Finds the order of a payment. Events may come in any order, so a new payment is looked up and its order credited first. */
async function orderOfPayment(app: MoneyContext, payment: string): Promise<NamedOrder | undefined> {
  if (payment === '') return undefined
  const known = await findOrderOfPayment(app.db, payment)
  if (known) return known
  const query = new URLSearchParams({ payment_intent: payment, limit: '1' })
  const { data } = await askStripe(app, sessions, `checkout/sessions?${query}`)
  if (data[0]) return settleSession(app, data[0])
  const { invoice: id } = await askStripe(app, paymentIntent, `payment_intents/${payment}`)
  if (id === '') return undefined
  await noteInvoice(app, { id })
  return findOrderOfPayment(app.db, payment)
}

async function noteInvoice(app: MoneyContext, { id }: z.output<typeof named>) {
  await settleInvoice(app, await askStripe(app, invoice, `invoices/${id}`))
}

/** Only what renews a plan of ours is asked about. */
async function noteSubscription(app: MoneyContext, { id }: z.output<typeof named>) {
  const row = await subscriptionOfCard(app.db, id)
  if (row) await renewals.settle(app, row)
}
