import type { Watch, Watchdog } from '../../platform/process/watchdog.ts'
import type { ClientConnection } from '../call/relay-call.ts'

/** Watches whether a client reads its stream. */
export interface UnreadLimit {
  /** Bytes were enqueued for the client. */
  written(): void
  /** The client has read them and wants more. */
  taken(): void
  /** Everything was enqueued; the listener's limit applies to the rest. */
  ended(): void
}

/**
 * Closes the connection of a client that reads nothing for this long; its stream is then cancelled as if the client had left.
 * After half the limit without a read, the listener's own limit takes over: it sees every byte sent, but it would also close
 * a stream that has nothing to send.
 *
 * @param seconds 0: no limit
 */
export function unreadLimit(
  connection: ClientConnection | undefined,
  { watchdog, seconds }: { watchdog: Watchdog; seconds: number },
): UnreadLimit {
  if (!connection || seconds === 0) return UNLIMITED
  const half = seconds / 2
  let watch: Watch | undefined
  let isLimited = false
  const limit = () => {
    watch = undefined
    isLimited = true
    connection.limitUnread(half)
  }
  return {
    written() {
      if (watch) watch.change(half * 1_000, limit)
      else watch = watchdog.watch(half * 1_000, limit)
    },
    taken() {
      watch?.done()
      watch = undefined
      if (isLimited) connection.limitUnread(0)
      isLimited = false
    },
    ended() {
      watch?.done()
      connection.limitUnread(seconds)
    },
  }
}

const UNLIMITED: UnreadLimit = { written: () => undefined, taken: () => undefined, ended: () => undefined }
