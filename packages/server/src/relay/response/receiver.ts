import { awaitsUsage } from '@tollgate/gateway'
import type { Options } from '../../platform/options/index.ts'
import type { CallRun } from '../hold/call-run.ts'
import type { UnreadLimit } from './unread-limit.ts'

/** The client a response is for. */
export interface Receiver {
  /** Aborted when the client leaves. */
  signal: AbortSignal
  /**
   * How long the response is read on after its client left, in milliseconds, if only its usage tells what it consumed. 0: not at
   * all, as far as is known now.
   */
  readOnMs(): number
}

/** The client of a stream, which may also stop reading it. */
export interface StreamReceiver extends Receiver {
  unread: UnreadLimit
}

export const receiverOf = (run: CallRun, { options }: { options: Options }): Receiver => ({
  signal: run.request.signal,
  readOnMs: () =>
    awaitsUsage(run.streamed, run.hold.hides) ? options.get('relay_setting.read_on_seconds') * 1_000 : 0,
})
