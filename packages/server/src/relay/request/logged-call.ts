import type { AttemptNote, RoutingNote } from '@tollgate/contract'
import type { HeldSubscription } from '../../money/plans/held-subscription.ts'
import type { RelayCall } from '../call/relay-call.ts'
import type { SentRequest } from '../call/sent-request.ts'
import type { OpenChannel } from '../candidates/channel-index.ts'
import type { TokenIdentity } from './token-index.ts'

/** The facts of a call for its log row. Times are unix seconds. */
export interface LoggedCall {
  call: RelayCall
  identity: TokenIdentity
  model: string
  /** The model whose alias that is; absent: it is no alias. */
  aliasOf?: string
  group: string
  isStream: boolean
  tried: readonly OpenChannel[]
  /** Why it went there; absent: it went nowhere. */
  routing?: RoutingNote
  /** Tokens by our own count; absent: it was not made. */
  counted?: { input: number; output: number }
  /** What came of each attempt, oldest first; absent: none was made this way. */
  attempts?: AttemptNote[]
  /** The mark of its conversation, 0: none. Absent: it did not come so far. */
  conversation?(): number
  /** The plan that pays; absent: the wallet. */
  paidBy?: HeldSubscription
  /** As the client wrote it. */
  reasoningEffort?: string
  /** The request sent to the last channel's upstream; absent: none was sent. */
  sentRequest?: SentRequest
}
