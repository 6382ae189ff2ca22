import { z } from 'zod'

export const token = z.object({
  id: z.number().int(),
  user_id: z.number().int(),
  /** Without the prefix `sk-`. Users see their own keys. */
  key: z.string(),
  name: z.string(),
  status: z.number().int(),
  created_time: z.number().int(),
  accessed_time: z.number().int(),
  /** Unix seconds; -1: never. */
  expired_time: z.number().int(),
  remain_quota: z.number().int(),
  used_quota: z.number().int(),
  unlimited_quota: z.boolean(),
  model_limits_enabled: z.boolean(),
  /** Comma-joined. */
  model_limits: z.string(),
  /** One address or CIDR range a line. */
  allow_ips: z.string(),
  /** Empty: the user's own group. */
  group: z.string(),
})
export type Token = z.output<typeof token>
