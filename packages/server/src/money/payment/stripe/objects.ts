import { z } from 'zod'

/** A reference to another object. Some answers contain the whole object. */
const reference = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .nullish()
  .transform(id => id ?? '')

/** https://docs.stripe.com/api/checkout/sessions/object */
export const session = z.object({
  id: z.string().min(1),
  url: z.string().nullish(),
  client_reference_id: z.string().nullish(),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  amount_total: z.number().int().nullable(),
  currency: z.string().nullable(),
  payment_intent: reference,
  /** For subscriptions, which have no payment of their own. */
  subscription: reference,
  invoice: reference,
})
export type Session = z.output<typeof session>

export const sessions = z.object({ data: z.array(session) })

/** What an event names; its object is asked for again, since its shape is that of the endpoint's API version. */
export const named = z.object({ id: z.string().regex(/^[A-Za-z0-9_]{1,255}$/) })

/** https://docs.stripe.com/api/invoices/object */
export const invoice = z.object({
  id: z.string().min(1).max(255),
  status: z.string().nullish(),
  billing_reason: z.string().nullish(),
  attempted: z.boolean().default(false),
  amount_paid: z.number().int(),
  currency: z.string(),
  payment_intent: reference,
  subscription: reference,
})
export type Invoice = z.output<typeof invoice>

/** https://docs.stripe.com/api/subscriptions/object */
export const subscription = z.object({
  id: z.string().min(1).max(255),
  status: z.string(),
  cancel_at_period_end: z.boolean(),
  latest_invoice: reference,
})

/** https://docs.stripe.com/api/payment_intents/object */
export const paymentIntent = z.object({ invoice: reference })

/** https://docs.stripe.com/api/charges/object */
export const charge = z.object({
  currency: z.string(),
  amount_refunded: z.number().int().min(0),
  payment_intent: reference,
})

export const charges = z.object({ data: z.array(charge) })

/** https://docs.stripe.com/api/disputes/object */
export const dispute = z.object({
  id: z.string().min(1).max(255),
  amount: z.number().int().min(0),
  currency: z.string(),
  status: z.string(),
  payment_intent: reference,
})

/** A refund that contains its charge. https://docs.stripe.com/api/refunds/object */
export const refund = z.object({ charge })

/** https://docs.stripe.com/api/events/object */
export const event = z.object({ id: z.string(), type: z.string(), data: z.object({ object: z.unknown() }) })
