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
})
export type Session = z.output<typeof session>

export const sessions = z.object({ data: z.array(session) })

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
