import { z } from 'zod'
import { CONSOLE_LANGUAGES } from '../languages.ts'
import { QUOTA_PERIODS } from '../quota-period.ts'
import { RIGHTS } from '../rights.ts'
import { listName, listView } from './list-view.ts'
import { look } from './look.ts'

/** A user's settings for notices and prices, stored as JSON text in `setting`. */
export const userSetting = z.object({
  notify_type: z.enum(['email', 'webhook']).default('email'),
  quota_warning_threshold: z.number().min(0).optional(),
  webhook_url: z.string().max(2048).optional(),
  /** Whether webhooks are signed; the secret itself is never sent back. */
  has_webhook_secret: z.boolean().default(false),
  notification_email: z.string().max(254).optional(),
  accept_unset_model_ratio_model: z.boolean().default(false),
  /** Whether responses may be stored for later calls, if the operator allows it. */
  store_responses: z.boolean().default(true),
  /** The language of notices: the user's language when these settings were saved. */
  language: z.enum(CONSOLE_LANGUAGES).optional(),
  look: look.optional(),
  /** The user's views of each list; administrators do not see them. */
  views: z.partialRecord(listName, z.array(listView)).optional(),
})
export type UserSetting = z.output<typeof userSetting>

export const user = z.object({
  id: z.number().int(),
  username: z.string(),
  display_name: z.string(),
  email: z.string(),
  github_id: z.string(),
  oidc_id: z.string(),
  wechat_id: z.string(),
  telegram_id: z.string(),
  linux_do_id: z.string(),
  quota: z.number().int(),
  /** Delivered but not yet paid for: collected first from any new money. */
  owed: z.number().int(),
  /** The period of its spending limit, by UTC, weeks from Monday; empty: there is no limit. */
  quota_period: z.enum(['', ...QUOTA_PERIODS]),
  /** The limit per period; 0: no limit. */
  period_quota: z.number().int(),
  /** The amount charged in the current period; absent: there is no limit, or the query did not request it. */
  period_used: z.number().int().optional(),
  used_quota: z.number().int(),
  request_count: z.number().int(),
  group: z.string(),
  role: z.number().int(),
  status: z.number().int(),
  inviter_id: z.number().int(),
  aff_code: z.string(),
  aff_count: z.number().int(),
  /** Earnings not yet transferred to the balance. */
  aff_quota: z.number().int(),
  aff_history_quota: z.number().int(),
  /** Unix seconds of the cancellation, or null. */
  DeletedAt: z.number().int().nullable(),
  /** Unix seconds since when sign-in requires a second factor; 0: it does not. */
  setting: z.string(),
  created_at: z.number().int(),
  last_login_at: z.number().int(),
  /** Unix seconds since signing in requires a second factor; 0: it does not. */
  second_factor_at: z.number().int(),
  /** The account of a team: nobody signs in to it. */
  is_team: z.boolean(),
  /** The rights of an administrator; null: no limit. */
  rights: z.array(z.enum(RIGHTS)).nullable(),
})
export type User = z.output<typeof user>

/** As administrators see a user. */
export const listedUser = user.extend({
  /** Their note, which the user never sees. */
  remark: z.string(),
})
export type ListedUser = z.output<typeof listedUser>

/** Sign-in methods bound to an account, by the member that holds the other site's id. */
export const IDENTITIES = ['email', 'github_id', 'oidc_id', 'wechat_id', 'telegram_id', 'linux_do_id'] as const
export type Identity = (typeof IDENTITIES)[number]
