import type { Generated, Selectable } from 'kysely'
import type { Defaulted } from './columns.ts'

export interface UserTables {
  users: UsersTable
  sessions: SessionsTable
}

export interface UsersTable {
  id: Generated<number>
  username: string
  /** argon2id hash; empty when the user signs in only through other sites. */
  password: Defaulted<string>
  display_name: Defaulted<string>
  role: Defaulted<number>
  status: Defaulted<number>
  email: Defaulted<string>
  github_id: Defaulted<string>
  oidc_id: Defaulted<string>
  wechat_id: Defaulted<string>
  telegram_id: Defaulted<string>
  linux_do_id: Defaulted<string>
  /** Fingerprint of the system access token. */
  access_token: Defaulted<string | null>
  /** The whole balance, also what is leased or held. */
  quota: Defaulted<number>
  /** What nodes have leased of it. */
  leased: Defaulted<number>
  /** What was delivered to the user and is not paid yet: collected first from whatever comes in. */
  owed: Defaulted<number>
  /** What was never collected, of the time before debts were kept. */
  waived: Defaulted<number>
  /** What was used beyond the spending limit and is not counted in a period yet. */
  period_owed: Defaulted<number>
  /** How long its spending limit lasts: `day`, `week` or `month`; empty: there is none. */
  quota_period: Defaulted<string>
  /** What may be spent in a period; 0: no limit. */
  period_quota: Defaulted<number>
  used_quota: Defaulted<number>
  request_count: Defaulted<number>
  group: Defaulted<string>
  aff_code: string
  aff_count: Defaulted<number>
  aff_quota: Defaulted<number>
  aff_history_quota: Defaulted<number>
  inviter_id: Defaulted<number>
  setting: Defaulted<string>
  created_at: number
  last_login_at: Defaulted<number>
  /** Since when a sign-in takes a second factor; 0: it does not. */
  second_factor_at: Defaulted<number>
  deleted_at: Defaulted<number | null>
}

export interface SessionsTable {
  /** SHA-256 of the id in the cookie. */
  id: string
  user_id: number
  created_at: number
  last_used_at: number
  expires_at: number
  ip: Defaulted<string>
  user_agent: Defaulted<string>
  /** When its user last showed that it is theirs: by signing in or confirming. */
  confirmed_at: Defaulted<number>
}

export type UserRow = Selectable<UsersTable>
