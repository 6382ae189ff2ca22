import type { Generated, Selectable, Updateable } from 'kysely'
import type { Defaulted, Flag } from './columns.ts'

export interface TokenTables {
  tokens: TokensTable
}

export interface TokensTable {
  id: Generated<number>
  user_id: number
  key_fingerprint: string
  key_sealed: string
  /** Its first and last characters, for searches and lists. */
  key_hint: string
  status: Defaulted<number>
  name: string
  created_time: number
  accessed_time: Defaulted<number>
  expired_time: Defaulted<number>
  remain_quota: Defaulted<number>
  /** Leased by nodes. */
  leased: Defaulted<number>
  /** Used beyond the cap; subtracted when the cap grows. */
  owed: Defaulted<number>
  /** Used beyond the spending limit and not yet counted in a period. */
  period_owed: Defaulted<number>
  /** The period of its spending limit: `day`, `week` or `month`; empty: there is none. */
  quota_period: Defaulted<string>
  /** The limit per period; 0: no limit. */
  period_quota: Defaulted<number>
  unlimited_quota: Flag
  model_limits_enabled: Flag
  model_limits: Defaulted<string>
  allow_ips: Defaulted<string>
  used_quota: Defaulted<number>
  group: Defaulted<string>
  /** The token that made it; 0: its user made it. */
  parent_id: Defaulted<number>
  /** The token above all others of its tree; 0: it has no parent. */
  root_id: Defaulted<number>
  /** 0: it has no parent. */
  depth: Defaulted<number>
  /** The quota it was made with. */
  slice: Defaulted<number>
  /** Its slice was taken out of its parent's cap, and the rest returns there. */
  is_carved: Flag
  /** Its branch was frozen at this token. */
  is_frozen: Flag
  /** How many tokens of its line, including itself, have `is_frozen`. */
  frozen: Defaulted<number>
  /** Calls per minute; 0: it has no own limit. */
  rpm: Defaulted<number>
  label: Defaulted<string>
  /** For a team's token: the member who made it; 0: it belongs to a person. */
  member_id: Defaulted<number>
  /** For a team's token without a parent: the seat of its member; else 0. */
  seat_id: Defaulted<number>
  /** For a team's token: the project that it and its child keys belong to; 0: none. */
  project_id: Defaulted<number>
  deleted_at: Defaulted<number | null>
}

export type TokenRow = Selectable<TokensTable>
export type TokenChange = Updateable<TokensTable>
