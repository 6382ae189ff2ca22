import type { NewLogRow } from '../../platform/storage/schema.ts'
import type { PeriodLimit } from './periods.ts'

/** What is kept of a running call for its log row, should its process die. */
export type HoldContext = Required<
  Pick<NewLogRow, 'username' | 'token_name' | 'model_name' | 'group' | 'is_stream' | 'request_id'>
>

/** Quota to reserve for a request. */
export interface NewHold {
  /** Made by the server, never by a client, who could repeat one to avoid paying. */
  requestId: string
  userId: number
  /** 0 when no token is involved. */
  tokenId: number
  amount: Wanted
  /** The limits by period it is held against; absent: none. */
  periods?: readonly PeriodLimit[]
  context: HoldContext
}

/** A range of which as much is reserved as is available. */
export interface Wanted {
  /** With less than this available, nothing is reserved. */
  least: number
  most: number
  /** How much it matters to know about: `left` is exact where granted and left together are less. Default: `most`. */
  worst?: number
}

/** What was reserved, and how much more the wallet and the token's cap would allow, at least. */
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
  /** The response was delivered already: if its hold was released meanwhile, the wallet pays as far as it reaches. */
  isLate?: boolean
  /** Nobody has the response yet: where the database cannot take the charge for a while, it is dropped for good. */
  isWithdrawable?: boolean
}

export type Insufficient =
  | 'user_quota_insufficient'
  | 'token_quota_insufficient'
  | 'user_period_used_up'
  | 'token_period_used_up'
export type ReserveAnswer = Grant | Insufficient

/** The result of a settlement: what was charged, and the user's remaining balance. */
export interface Charged {
  quota: number
  balance: number
}

/** Thrown for a command that would charge a request twice, or an unknown one: a mistake of the caller. */
export class LedgerRefusal extends Error {
  override name = 'LedgerRefusal'
}
