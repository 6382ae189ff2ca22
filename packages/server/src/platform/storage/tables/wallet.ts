import type {
  PlanBeyond,
  PlanPeriod,
  PlanUnit,
  PlanWindow,
  REFUND_BATCH_STATES,
  SubscriptionSource,
  SubscriptionStatus,
  WHAT_IF_STATES,
} from '@tollgate/contract'
import type { Generated } from 'kysely'
import type { Defaulted, Flag } from './columns.ts'

export interface WalletTables {
  redemptions: RedemptionsTable
  top_ups: TopUpsTable
  refunds: RefundsTable
  refund_batches: RefundBatchesTable
  what_ifs: WhatIfsTable
  price_lists: PriceListsTable
  price_origins: PriceOriginsTable
  plans: PlansTable
  subscriptions: SubscriptionsTable
  subscription_seats: SubscriptionSeatsTable
}

/** A refund of a call. */
export interface RefundsTable {
  id: Generated<number>
  log_id: number
  /** The call's id in the ledger. */
  call_id: string
  user_id: number
  token_id: number
  quota: number
  reason: string
  actor_name: string
  /** 0: it was refunded alone. */
  batch_id: number
  created_at: number
  /** 0: it is in force. */
  undone_at: Defaulted<number>
}

/** A refund of the calls that pass a filter, and how far it has come. */
export interface RefundBatchesTable {
  id: Generated<number>
  /** JSON of the filters of `calls.refunds.createBatch`. */
  filters: string
  reason: string
  /** JSON of the administrator's id, role and address, and under `undoneBy` of who takes it back. */
  actor: string
  actor_name: string
  state: (typeof REFUND_BATCH_STATES)[number]
  total: number
  /** The place in the log of the last call it checked. */
  after_time: Defaulted<number>
  after_id: Defaulted<number>
  handled: Defaulted<number>
  calls: Defaulted<number>
  quota: Defaulted<number>
  created_at: number
  finished_at: Defaulted<number>
}

/** A replay of charges with draft prices. */
export interface WhatIfsTable {
  id: Generated<number>
  /** JSON of the draft. */
  draft: string
  since: number
  until: number
  state: (typeof WHAT_IF_STATES)[number]
  handled: Defaulted<number>
  reached: Defaulted<number>
  /** JSON of the result; empty until it is done. */
  result: Defaulted<string>
  actor_name: string
  created_at: number
  finished_at: Defaulted<number>
}

/** A price list that somebody else publishes, as last read. Times are unix seconds, 0: never. */
export interface PriceListsTable {
  id: Generated<number>
  /** The channel whose upstream publishes it; 0: it has its own address. */
  channel_id: Defaulted<number>
  address: Defaulted<string>
  /** How many models it has a price for. */
  models: Defaulted<number>
  /** JSON of its prices, of refused ones with the reason, and of the models whose price has risen. */
  prices: Defaulted<string>
  refused: Defaulted<string>
  raised: Defaulted<string>
  read_at: Defaulted<number>
  /** When it last failed to be read after that, and why. */
  failed_at: Defaulted<number>
  error: Defaulted<string>
  created_at: number
}

/** The origin of a model's price in the options. */
export interface PriceOriginsTable {
  model: string
  /** JSON of the options' entries at that time: if they differ now, the price was changed outside the console. */
  entries: string
  /** The list it is compared with; 0: the built-in one. */
  list_id: number
  /** The name of the list it was accepted from; empty: it was entered by hand. */
  source: string
  /** When that list was read. */
  read_at: number
  /** JSON of the list's price at that time; empty: it had none. */
  listed: string
  set_at: number
  actor_name: string
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
  /** The plan that it grants instead of quota; 0: none. */
  plan_id: Defaulted<number>
}

/** The allowance of each window, in quota or thousandths of a call; null: it has no such window. */
type Windows = Record<PlanWindow, Defaulted<number | null>>

/** The terms of a plan, and a subscription's copy of them. */
interface Terms extends Windows {
  id: Generated<number>
  name: string
  price: number
  period: PlanPeriod
  /** Comma-separated lists; empty: all. */
  models: Defaulted<string>
  groups: Defaulted<string>
  beyond: PlanBeyond
  /** How many members of a team may draw from it; null: all. */
  seats: Defaulted<number | null>
  /** What the windows count. */
  unit: Defaulted<PlanUnit>
  /** What a call of a model counts, for windows that count calls, as `MODEL=WEIGHT,…`. */
  weights: Defaulted<string>
}

export interface PlansTable extends Terms {
  description: Defaulted<string>
  /** 0: there is no trial. */
  trial_days: Defaulted<number>
  /** null: without limit. */
  stock: Defaulted<number | null>
  sold: Defaulted<number>
  position: Defaulted<number>
  enabled: Flag
  for_new_users: Flag
  created_at: Defaulted<number>
  deleted_at: Defaulted<number | null>
}

export interface SubscriptionsTable extends Terms {
  user_id: number
  plan_id: number
  source: SubscriptionSource
  status: SubscriptionStatus
  /** The reason for its end, for its user. */
  end_reason: Defaulted<string>
  is_trial: Flag
  renews: Flag
  /** The user's own order; 0: by the end of the term. */
  position: Defaulted<number>
  started_at: Defaulted<number>
  /** The number of its term, which renewals raise. */
  term: Defaulted<number>
  term_start: Defaulted<number>
  /** 0: it does not end. */
  term_end: Defaulted<number>
  /** The time from which its windows are counted: its start, or its last reset. */
  anchor: Defaulted<number>
  resets: Defaulted<number>
  /** The last window of five hours: when it began, and its number. */
  five_start: Defaulted<number>
  five_number: Defaulted<number>
  /** How much of calls it paid, in quota. */
  used: Defaulted<number>
  /** What its windows counted for them, in thousandths of a call; 0 if they count quota. */
  used_calls: Defaulted<number>
  /** The price paid for it. */
  paid: Defaulted<number>
  ended_at: Defaulted<number>
  /** The subscription whose place it took, and how much of that one's price counted; 0: none. */
  upgraded_from: Defaulted<number>
  /** The provider's subscription that renews it by card; empty: the balance renews it. */
  card_ref: Defaulted<string>
  /** Whether the provider was told last that it renews. */
  card_told: Flag
  /** Whether the last attempt to charge the card failed. */
  card_failed: Flag
  /** When the provider was last asked whether the next term is paid; 0: never. */
  card_checked_at: Defaulted<number>
  /** What earlier terms had used, in quota. */
  used_before: Defaulted<number>
  counted: Defaulted<number>
  /** Whether members may take free seats; otherwise seats are assigned. */
  seats_open: Flag
}

/** A member who may draw from a team's plan. */
interface SubscriptionSeatsTable {
  subscription_id: number
  user_id: number
  taken_at: number
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
  /** Empty: the Epay gateway's. */
  currency: Defaulted<string>
  /** The provider's id of the object it opened for this order, and of the payment itself. */
  provider_ref: Defaulted<string>
  payment_ref: Defaulted<string>
  /** When the provider was last asked whether it is paid; 0: never. */
  checked_at: Defaulted<number>
  refunded_cents: Defaulted<number>
  /** JSON of the payment's disputes by their id at the provider; empty: none. */
  disputes: Defaulted<string>
  open_disputes: Defaulted<number>
  /** Whether a dispute banned its user. */
  froze: Flag
  /** Quota that refunds and disputes have taken back. */
  taken_quota: Defaulted<number>
  /** The plan that it buys; 0: quota. */
  plan_id: Defaulted<number>
  /** JSON of the plan's terms when it was ordered; empty: none. */
  plan_terms: Defaulted<string>
  /** The subscription that it began; 0: none, and what was paid is in the balance. */
  subscription_id: Defaulted<number>
  /** The term of the subscription that it pays. */
  term: Defaulted<number>
  /** The provider's subscription that it began, or that it renews; empty: none. */
  card_ref: Defaulted<string>
  /** Who completed it by hand, and why. */
  completed_by: Defaulted<string>
  note: Defaulted<string>
}
