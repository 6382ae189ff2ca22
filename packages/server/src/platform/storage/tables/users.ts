import type { Generated, Selectable } from 'kysely'
import type { Defaulted, Flag } from './columns.ts'

export interface UserTables {
  users: UsersTable
  sessions: SessionsTable
  user_identities: UserIdentitiesTable
}

export interface UsersTable {
  id: Generated<number>
  username: string
  /** argon2id hash; empty if the user signs in only through other sites. */
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
  /** The whole balance, including leased and held parts. */
  quota: Defaulted<number>
  /** Leased by nodes. */
  leased: Defaulted<number>
  /** Delivered to the user but not paid yet; collected first from any new credit. */
  owed: Defaulted<number>
  /** Never collected, from the time before debts were recorded. */
  waived: Defaulted<number>
  /** Used beyond the spending limit and not yet counted in a period. */
  period_owed: Defaulted<number>
  /** The period of the spending limit: `day`, `week` or `month`; empty: there is none. */
  quota_period: Defaulted<string>
  /** The limit per period; 0: no limit. */
  period_quota: Defaulted<number>
  /** How many subscriptions to plans have not ended. */
  subscriptions: Defaulted<number>
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
  /** Since when sign-in requires a second factor; 0: it does not. */
  second_factor_at: Defaulted<number>
  deleted_at: Defaulted<number | null>
  /** The account of a team: nobody signs in to it. */
  is_team: Flag
  /** When they agreed to the site's rules at registration; 0: there were none. */
  agreed_at: Defaulted<number>
  /** SHA-256 of these rules, in hexadecimal; empty: there were none. */
  agreed_to: Defaulted<string>
  /** The rights of an administrator, comma-separated; null: no limit. */
  rights: Defaulted<string | null>
  /** Who set them, and when; 0: nobody has. */
  rights_by: Defaulted<number>
  rights_at: Defaulted<number>
  /** A note of administrators, which the user never sees. */
  remark: Defaulted<string>
}

/** A user's identities at further OIDC providers. */
interface UserIdentitiesTable {
  /** The provider's slug. */
  provider: string
  /** The provider's `sub`. */
  subject: string
  user_id: number
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
  /** When its user last proved their identity, by signing in or confirming. */
  confirmed_at: Defaulted<number>
  /** The further OIDC provider it came from; empty: none. */
  provider: Defaulted<string>
}

export type UserRow = Selectable<UsersTable>
