import { z } from 'zod'
import { QUOTA_PERIODS } from '../quota-period.ts'

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
  /** Usage beyond the cap: subtracted from what it gets next. */
  owed: z.number().int(),
  used_quota: z.number().int(),
  unlimited_quota: z.boolean(),
  /** The period of its spending limit, by UTC, weeks from Monday; empty: there is no limit. */
  quota_period: z.enum(['', ...QUOTA_PERIODS]),
  /** The limit per period; 0: no limit. */
  period_quota: z.number().int(),
  /** The amount charged in the current period; absent: there is no limit, or the query did not request it. */
  period_used: z.number().int().optional(),
  model_limits_enabled: z.boolean(),
  /** Comma-separated. */
  model_limits: z.string(),
  /** One address or CIDR range per line. */
  allow_ips: z.string(),
  /** Empty: the user's own group. */
  group: z.string(),
  /** The token that made this one; 0: its user made it. */
  parent_id: z.number().int(),
  /** 0: it has no parent. */
  depth: z.number().int(),
  /** For child keys: the quota it was made with; else 0. */
  slice: z.number().int(),
  /** Its own limit of calls per minute; 0: none. */
  rpm: z.number().int(),
  label: z.string(),
  /** Its branch was frozen at this token. */
  is_frozen: z.boolean(),
  /** It, or a token above it, is frozen: its calls are refused. */
  frozen: z.boolean(),
  /** For a team's token: the member who made it; else 0. */
  member_id: z.number().int(),
  /** For a team's token: the project it belongs to; 0: none. */
  project_id: z.number().int(),
  /** For a token without a parent: the active child keys below it and their remaining quota; absent: none. */
  child_keys: z.object({ count: z.number().int(), remain_quota: z.number().int() }).optional(),
})
export type Token = z.output<typeof token>
