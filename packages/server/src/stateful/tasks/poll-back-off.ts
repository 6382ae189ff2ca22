/**
 * How long failing channels are not polled. Kept in the polling node's memory, so another node starts over.
 */
export interface PollBackOff {
  /** Returns the seconds to wait. */
  failed(channelId: number, retryAfterSeconds: number): number
  succeeded(channelId: number): void
}

const FIRST_SECONDS = 15
const LONGEST_SECONDS = 600

export function makePollBackOff(): PollBackOff {
  const failures = new Map<number, number>()
  return {
    failed(channelId, retryAfterSeconds) {
      const before = failures.get(channelId) ?? 0
      failures.set(channelId, before + 1)
      const own = Math.min(LONGEST_SECONDS, FIRST_SECONDS * 2 ** Math.min(before, 10))
      return Math.min(LONGEST_SECONDS, Math.max(own, retryAfterSeconds))
    },
    succeeded: channelId => {
      failures.delete(channelId)
    },
  }
}
