/** The time all nodes go by: the database's, as it was last heard, carried on by the monotonic clock. */
export interface DatabaseClock {
  /** Unix seconds. This machine's own time until the database's was heard. */
  now(): number
  /** Takes over the database's time. A time that was long under way is too uncertain and ignored, except for the first. */
  hear(databaseMs: number, askedAt: number, answeredAt: number): void
}

const LONGEST_WAY_MS = 1_000

/**
 * @param ownTime unix milliseconds by this machine, which may be wrong by minutes
 * @param elapsed milliseconds on the monotonic clock
 */
export function makeDatabaseClock(ownTime = Date.now, elapsed: () => number = () => performance.now()): DatabaseClock {
  let heard: { databaseMs: number; at: number } | null = null
  return {
    now: () => Math.floor((heard ? heard.databaseMs + elapsed() - heard.at : ownTime()) / 1000),
    hear(databaseMs, askedAt, answeredAt) {
      if (heard && answeredAt - askedAt > LONGEST_WAY_MS) return
      heard = { databaseMs, at: (askedAt + answeredAt) / 2 }
    },
  }
}
