/** Keeps channels that fail out of the way for a while, and lets one call probe them before all come back. */
export interface Health {
  /** May this channel be tried now? A resting one may be probed once its rest is over, by one call at a time. */
  isAvailable(channelId: number, now: number): boolean
  /** A call is about to use the channel. */
  taken(channelId: number, now: number): void
  succeeded(channelId: number): void
  /**
   * Failures that began before a rest count as the one it is for.
   *
   * @param retryAfterMs how long the upstream asked to be left alone (429)
   * @param beganAt when the call that failed was begun
   */
  failed(channelId: number, now: number, retryAfterMs?: number, beganAt?: number): void
  /** Milliseconds on the same clock as `now`, or undefined when the channel is well. */
  restsUntil(channelId: number): number | undefined
}

interface Record {
  failuresInARow: number
  /** When the last rest began; later calls tell something new. */
  restedAt: number
  restsUntil: number
  /** The probe under way, given up on after a while. */
  probedAt: number
}

const NEVER_FAILED: Record = { failuresInARow: 0, restedAt: Number.NEGATIVE_INFINITY, restsUntil: 0, probedAt: 0 }
const FAILURES_BEFORE_REST = 3
const FIRST_REST_MS = 5_000
const LONGEST_REST_MS = 300_000
const PROBE_EXPIRES_MS = 60_000

/** All times in milliseconds on one clock of the caller's. */
export function makeHealth(): Health {
  const records = new Map<number, Record>()
  return {
    isAvailable(channelId, now) {
      const record = records.get(channelId)
      if (!record || record.restsUntil === 0) return true
      return now >= record.restsUntil && now - record.probedAt > PROBE_EXPIRES_MS
    },
    taken(channelId, now) {
      const record = records.get(channelId)
      if (record && record.restsUntil > 0) record.probedAt = now
    },
    succeeded(channelId) {
      records.delete(channelId)
    },
    failed(channelId, now, retryAfterMs = 0, beganAt = now) {
      const record = records.get(channelId) ?? { ...NEVER_FAILED }
      const askedUntil = now + Math.min(retryAfterMs, LONGEST_REST_MS)
      if (beganAt <= record.restedAt) {
        if (retryAfterMs > 0) record.restsUntil = Math.max(record.restsUntil, askedUntil)
        return
      }
      record.failuresInARow += 1
      const overLimit = record.failuresInARow - FAILURES_BEFORE_REST
      const restMs = overLimit < 0 ? 0 : Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** Math.min(overLimit, 10))
      if (restMs > 0 || retryAfterMs > 0) {
        record.restsUntil = Math.max(now + restMs, askedUntil)
        record.restedAt = now
      }
      record.probedAt = Number.NEGATIVE_INFINITY
      records.set(channelId, record)
    },
    restsUntil: channelId => records.get(channelId)?.restsUntil || undefined,
  }
}
