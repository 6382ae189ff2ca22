import type { Generated } from 'kysely'
import type { Defaulted } from './columns.ts'

export interface WalletTables {
  redemptions: RedemptionsTable
  top_ups: TopUpsTable
}

export interface RedemptionsTable {
  id: Generated<number>
  user_id: number
  key_sealed: string
  key_fingerprint: string
  status: Defaulted<number>
  name: string
  quota: number
  created_time: number
  redeemed_time: Defaulted<number>
  used_user_id: Defaulted<number>
  deleted_at: Defaulted<number | null>
}

export interface TopUpsTable {
  id: Generated<number>
  user_id: number
  /** The quota to credit. */
  amount: number
  /** The amount to pay, in cents of the payment currency. */
  money_cents: number
  trade_no: string
  payment_method: Defaulted<string>
  create_time: number
  complete_time: Defaulted<number>
  status: Defaulted<string>
}
