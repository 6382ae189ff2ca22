import type { NewLogRow } from '../storage/schema.ts'

/** What a log row about a request needs that nobody is left to write. */
export type HoldContext = Required<
  Pick<NewLogRow, 'username' | 'token_name' | 'model_name' | 'group' | 'is_stream' | 'request_id'>
>

/** Money to set aside for a request. */
export interface NewHold {
  /** Made by the server, never by a client: whoever repeats one would not pay. */
  requestId: string
  userId: number
  /** 0 when no token is involved. */
  tokenId: number
  amount: Wanted
  context: HoldContext
}

/** An amount of which less will do: as much of it is set aside as there is. */
export interface Wanted {
  /** Less than this is no use. */
  least: number
  most: number
}

/** What was set aside, and what the wallet and the token's cap would still give. */
export interface Grant {
  granted: number
  left: number
}

export interface Settlement {
  requestId: string
  quota: number
  /** The channel that answered; 0 when there was none. */
  channelId: number
  log: NewLogRow
  /** The answer has been delivered: where its hold was given back meanwhile, the wallet pays as far as it reaches. */
  isLate?: boolean
}

export type Insufficient = 'user_quota_insufficient' | 'token_quota_insufficient'
export type ReserveAnswer = Grant | Insufficient

/** How a settlement ended: what was charged, and what the user has left. */
export interface Charged {
  quota: number
  balance: number
}

/** What the ledger's one writer carries out. */
export type LedgerCommand =
  | ({ kind: 'reserve' } & NewHold)
  | { kind: 'extend'; requestId: string; amount: Wanted }
  | ({ kind: 'settle' } & Settlement)
  | { kind: 'release'; requestId: string; log: NewLogRow | undefined }
  | { kind: 'record'; log: NewLogRow }

/** The ledger refuses what would charge a request twice, or one it does not know: a mistake of the caller. */
export class LedgerRefusal extends Error {
  override name = 'LedgerRefusal'
}

/** What each kind of work answers with. */
export interface Answers {
  reserve: ReserveAnswer
  extend: ReserveAnswer
  settle: Charged
  release: undefined
  record: undefined
}
