import type { CallRun } from '../call-run.ts'
import type { RelayDeps } from '../relay-deps.ts'
import type { UnreadLimit } from './unread-limit.ts'

/** The client a response is for. */
export interface Receiver {
  /** Aborted when the client leaves. */
  signal: AbortSignal
  /**
   * How long the response is read on without its client, in milliseconds: reasoning that does not show is counted in the
   * upstream's final usage alone. 0: not at all.
   */
  readOnMs(): number
}

/** The client of a stream, who may also stop reading it. */
export interface StreamReceiver extends Receiver {
  unread: UnreadLimit
}

export const receiverOf = ({ request, isReasoningHidden }: CallRun, { options }: RelayDeps): Receiver => ({
  signal: request.signal,
  readOnMs: () => (isReasoningHidden() ? options.get('relay_setting.read_on_seconds') * 1_000 : 0),
})
