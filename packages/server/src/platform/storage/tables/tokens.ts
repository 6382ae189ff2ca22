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
  /** What nodes have leased of it. */
  leased: Defaulted<number>
  /** What was used beyond the cap: subtracted from what the cap gets. */
  owed: Defaulted<number>
  /** What was used beyond the spending limit and is not counted in a period yet. */
  period_owed: Defaulted<number>
  /** How long its spending limit lasts: `day`, `week` or `month`; empty: there is none. */
  quota_period: Defaulted<string>
  /** What may be spent in a period; 0: no limit. */
  period_quota: Defaulted<number>
  unlimited_quota: Flag
  model_limits_enabled: Flag
  model_limits: Defaulted<string>
  allow_ips: Defaulted<string>
  used_quota: Defaulted<number>
  group: Defaulted<string>
  deleted_at: Defaulted<number | null>
}

export type TokenRow = Selectable<TokensTable>
export type TokenChange = Updateable<TokensTable>
