import type { RoutingNote } from '@tollgate/contract'
import { ApiError } from '../../platform/http/api-error.ts'
import type { SentRequest } from '../call/sent-request.ts'
import type { OpenChannel } from '../candidates/channel-index.ts'
import type { ClientGone } from './client-gone.ts'
import type { AttemptFailure } from './upstream-failure.ts'

/** No channel answered. Carries the tried channels for the log. */
export class RoutingFailure extends Error {
  override name = 'RoutingFailure'
  constructor(
    override readonly cause: AttemptFailure | ApiError | ClientGone,
    readonly tried: OpenChannel[],
    readonly routing: RoutingNote,
  ) {
    super('no channel answered')
  }

  /** The request sent to the last upstream; undefined: none was sent. */
  get sentRequest(): SentRequest | undefined {
    return this.cause instanceof ApiError ? undefined : this.cause.sentRequest
  }
}
