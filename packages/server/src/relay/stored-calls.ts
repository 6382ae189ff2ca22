import type { Tally } from '@tollgate/gateway'
import type { RelayCall } from './call/relay-call.ts'
import type { StoredCall } from './call/stored-call.ts'
import type { OpenChannel } from './candidates/channel-index.ts'
import type { AdmittedCall, CallRun } from './hold/call-run.ts'
import type { Envelope } from './request/envelope.ts'
import type { TokenIdentity } from './request/token-index.ts'

/** A call with what it goes on from put into its request. */
export interface ExpandedCall {
  stored: StoredCall
  envelope: Envelope
}

/** What stored responses add to a call; the relay knows no more of them. */
export interface StoredCalls {
  /**
   * Puts what a call goes on from before its input; null: the call neither reads nor stores a response.
   *
   * @throws ApiError
   */
  expand(envelope: Envelope, call: RelayCall, identity: TokenIdentity): Promise<ExpandedCall | null> | null
  /**
   * Answers at once; the call goes on without its client.
   *
   * @throws ApiError where it cannot be stored
   */
  runInBackground(admitted: AdmittedCall, stored: StoredCall, request: Request): Promise<Response>
  /** Remembers whose answer it is and which channel's upstream keeps it, once it is settled. */
  rememberChannel(run: Pick<CallRun, 'logged' | 'channel'>, tally: Readonly<Tally>): Promise<void> | undefined
  /** Stores the response on its way to the client, where the gateway keeps it. */
  storeDelivered(response: Response, run: CallRun, channel: OpenChannel | undefined): Response | Promise<Response>
}
