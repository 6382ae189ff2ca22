import { z } from 'zod'

export const redemption = z.object({
  id: z.number().int(),
  user_id: z.number().int(),
  name: z.string(),
  key: z.string(),
  status: z.number().int(),
  quota: z.number().int(),
  created_time: z.number().int(),
  redeemed_time: z.number().int(),
  used_user_id: z.number().int(),
  /** The plan that it grants instead of quota; 0: none. */
  plan_id: z.number().int(),
})
export type Redemption = z.output<typeof redemption>
