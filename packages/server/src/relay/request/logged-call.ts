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
  /** Why it went to its channel; absent: it went to none. */
  routing?: RoutingNote
  /** Our own count of tokens; absent: not counted. */
  counted?: { input: number; output: number }
  /** The outcome of each attempt, oldest first; absent: none was noted. */
  attempts?: AttemptNote[]
  /** The mark of its conversation; 0: none. Absent: the call failed too early. */
  conversation?(): number
  /** The plan that pays; absent: the wallet. */
  paidBy?: HeldSubscription
  /** As the client wrote it. */
  reasoningEffort?: string
  /** The request sent to the last channel's upstream; absent: none was sent. */
  sentRequest?: SentRequest
}
