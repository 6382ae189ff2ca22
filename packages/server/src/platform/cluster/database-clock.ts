/** The time shared by all nodes: the last known database time, continued by the monotonic clock. */
export interface DatabaseClock {
  /** Unix seconds. This machine's own time until the first answer of the database. */
  now(): number
  /** Takes over the database's time. An answer that took long is too uncertain and is ignored, except for the first. */
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
