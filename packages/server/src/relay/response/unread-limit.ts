import type { Watch, Watchdog } from '../../watchdog.ts'
import type { ClientConnection } from '../relay-call.ts'

/** Watches whether a client takes what its stream holds ready. */
export interface UnreadLimit {
  /** Something was put ready. */
  written(): void
  /** More is asked for, or nothing is ready any more. */
  taken(): void
  /** All was put ready; the rest is the listener's. */
  ended(): void
}

/**
 * Cuts the connection of a client that takes nothing for so long: the stream is then cancelled as one whose client left.
 * When half the limit passes without more being asked for, the listener's own limit does the rest: it knows of every byte
 * that goes out, but would also cut a stream that has nothing to say.
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
