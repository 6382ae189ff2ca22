import type { NewLogRow } from '../../platform/storage/schema.ts'
import type { PeriodLimit } from './periods.ts'

/** Facts about a running call for its log row, in case its process dies. */
export type HoldContext = Required<
  Pick<NewLogRow, 'username' | 'token_name' | 'model_name' | 'group' | 'is_stream' | 'request_id'>
>

/** Quota to reserve for a request. */
export interface NewHold {
  /** Made by the server, because a client could repeat one to avoid paying. */
  requestId: string
  userId: number
  /** 0 when no token is involved. */
  tokenId: number
  amount: Wanted
  /** The period limits that it counts against; absent: none. */
  periods?: readonly PeriodLimit[]
  /**
   * The subscription that pays, and its running windows; absent: the wallet pays. `callWeight`: what they count for the call, in
   * thousandths of a call; absent or 0: its quota.
   */
  subscription?: { id: number; windows: readonly number[]; callWeight?: number }
  context: HoldContext
}

/** A range of amounts; as much as possible is reserved. */
export interface Wanted {
  /** If less than this is available, nothing is reserved. */
  least: number
  most: number
  /** `left` is exact if granted and left together are less than this. Default: `most`. */
  worst?: number
}

/** The reserved amount, and a lower bound of what the wallet and the token's cap would still allow. */
export interface Grant {
  granted: number
  left: number
}

export interface Settlement {
  requestId: string
  quota: number
  /** The channel that answered; 0 for none. */
  channelId: number
  log: NewLogRow
  /** The response was already delivered. If its hold was released meanwhile, the wallet pays as much as it can. */
  isLate?: boolean
  /** The response was not delivered yet. If the database cannot take the charge for a while, it is dropped for good. */
  isWithdrawable?: boolean
}

export type Insufficient =
  | 'user_quota_insufficient'
  | 'token_quota_insufficient'
  | 'user_period_used_up'
  | `token_period_used_up:${number}`
  | 'subscription_used_up'
export type ReserveAnswer = Grant | Insufficient

/** The result of a settlement: the charge, and the user's remaining balance. */
export interface Charged {
  quota: number
  balance: number
}

/** Thrown for a caller's mistake: charging a request twice, or an unknown request. */
export class LedgerRefusal extends Error {
  override name = 'LedgerRefusal'
}
