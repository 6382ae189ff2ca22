import type { NewLogRow } from '../storage/schema.ts'

/** What is stored with a hold for the log row of a request whose process died. */
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
  context: HoldContext
}

/** A range of which as much is reserved as is available. */
export interface Wanted {
  /** With less than this available, nothing is reserved. */
  least: number
  most: number
}

/** What was reserved, and how much more the wallet and the token's cap would allow. */
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
}

export type Insufficient = 'user_quota_insufficient' | 'token_quota_insufficient'
export type ReserveAnswer = Grant | Insufficient

/** The result of a settlement: what was charged, and the user's remaining balance. */
export interface Charged {
  quota: number
  balance: number
}

/** A command for the ledger's only writer. */
export type LedgerCommand =
  | ({ kind: 'reserve' } & NewHold)
  | { kind: 'extend'; requestId: string; amount: Wanted }
  | ({ kind: 'settle' } & Settlement)
  | { kind: 'release'; requestId: string; log: NewLogRow | undefined }
  | { kind: 'record'; log: NewLogRow }

/** Thrown for a command that would charge a request twice, or an unknown one: a mistake of the caller. */
export class LedgerRefusal extends Error {
  override name = 'LedgerRefusal'
}

/** The result of each kind of command. */
export interface CommandResults {
  reserve: ReserveAnswer
  extend: ReserveAnswer
  settle: Charged
  release: undefined
  record: undefined
}
