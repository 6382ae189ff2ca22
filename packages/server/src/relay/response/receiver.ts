import { awaitsUsage } from '@tollgate/gateway'
import type { Options } from '../../platform/options/index.ts'
import type { CallRun } from '../hold/call-run.ts'
import type { UnreadLimit } from './unread-limit.ts'

/** The client a response is for. */
export interface Receiver {
  /** Aborted when the client leaves. */
  signal: AbortSignal
  /**
   * How long the response is read on without its client, in milliseconds: until its usage comes, where that alone tells what it
   * consumed. 0: not at all, by what is known of it now.
   */
  readOnMs(): number
}

/** The client of a stream, who may also stop reading it. */
export interface StreamReceiver extends Receiver {
  unread: UnreadLimit
}

export const receiverOf = (run: CallRun, { options }: { options: Options }): Receiver => ({
  signal: run.request.signal,
  readOnMs: () =>
    awaitsUsage(run.streamed, run.hold.hides) ? options.get('relay_setting.read_on_seconds') * 1_000 : 0,
})
