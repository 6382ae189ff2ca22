import type { Tally } from '@tollgate/gateway'
import type { RelayCall } from './call/relay-call.ts'
import type { StoredCall } from './call/stored-call.ts'
import type { OpenChannel } from './candidates/channel-index.ts'
import type { AdmittedCall, CallRun } from './hold/call-run.ts'
import type { Envelope } from './request/envelope.ts'
import type { TokenIdentity } from './request/token-index.ts'

/** A call whose request includes what it continues from. */
export interface ExpandedCall {
  stored: StoredCall
  envelope: Envelope
}

/** All that the relay knows about stored responses. */
export interface StoredCalls {
  /**
   * Puts what a call continues from before its input; null: the call neither reads nor stores a response.
   *
   * @throws ApiError
   */
  expand(envelope: Envelope, call: RelayCall, identity: TokenIdentity): Promise<ExpandedCall | null> | null
  /**
   * Answers at once and runs the call on without its client.
   *
   * @throws ApiError if it cannot be stored
   */
  runInBackground(admitted: AdmittedCall, stored: StoredCall, request: Request): Promise<Response>
  /** Remembers a settled answer's owner and the channel whose upstream stores it. */
  rememberChannel(run: Pick<CallRun, 'logged' | 'channel'>, tally: Readonly<Tally>): Promise<void> | undefined
  /** Stores the response on its way to the client, if the gateway keeps it. */
  storeDelivered(response: Response, run: CallRun, channel: OpenChannel | undefined): Response | Promise<Response>
}
