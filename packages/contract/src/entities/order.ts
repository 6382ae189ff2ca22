import { z } from 'zod'

/** An online top-up, from the click on “pay”. */
export const order = z.object({
  id: z.number().int(),
  /** Quota it credits, fixed when it was made. */
  quota: z.number().int(),
  /** Amount due, in cents of the payment currency. */
  money_cents: z.number().int(),
  trade_no: z.string(),
  payment_method: z.enum(['zfb', 'wx']),
  status: z.enum(['pending', 'success', 'expired']),
  /** Unix seconds. */
  create_time: z.number().int(),
  /** 0 until it is paid. */
  complete_time: z.number().int(),
})
export type Order = z.output<typeof order>
