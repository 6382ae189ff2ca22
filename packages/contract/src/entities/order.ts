import { z } from 'zod'

/** `zfb` and `wx` are Epay's, as the specification names them. */
export const PAYMENT_METHODS = ['zfb', 'wx', 'stripe'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** `disputed`: its payment is disputed, and the decision is open. */
export const ORDER_STATES = ['pending', 'success', 'expired', 'refunded', 'disputed'] as const

/** An online top-up or a plan, from the click on “pay”. */
export const order = z.object({
  id: z.number().int(),
  /** Quota it credits, fixed when it was made; for a plan its price. */
  quota: z.number().int(),
  /** Amount due, in cents of the payment currency. */
  money_cents: z.number().int(),
  /** Code of the currency in lower case; empty: the Epay gateway's. */
  currency: z.string(),
  trade_no: z.string(),
  payment_method: z.enum(PAYMENT_METHODS),
  status: z.enum(ORDER_STATES),
  /** The name of the plan that it buys; empty: none. */
  plan: z.string(),
  /** The subscription that it began; 0: none, and what was paid for a plan is in the balance. */
  subscription_id: z.number().int(),
  /** Cents that were paid back. */
  refunded_cents: z.number().int(),
  /** Quota that refunds and disputes took back from the balance. */
  taken_quota: z.number().int(),
  /** Unix seconds. */
  create_time: z.number().int(),
  /** 0 until it is paid. */
  complete_time: z.number().int(),
})
export type Order = z.output<typeof order>

/** An order as administrators see it. */
export const listedOrder = order.extend({
  user_id: z.number().int(),
  username: z.string(),
  /** The provider's id of the payment; empty: none is known. */
  provider_ref: z.string(),
  /** Who completed it by hand, and why; empty: nobody did. */
  completed_by: z.string(),
  note: z.string(),
})
export type ListedOrder = z.output<typeof listedOrder>

/** The content of a paid order's invoice. */
export const invoice = z.object({
  order,
  /** The operator's details; empty ones are left out. */
  name: z.string(),
  address: z.string(),
  tax_id: z.string(),
  footer: z.string(),
  buyer: z.object({ username: z.string(), email: z.string() }),
})
export type Invoice = z.output<typeof invoice>
