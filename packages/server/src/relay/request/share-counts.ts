import { z } from 'zod'
import { type Bus, noBus } from '../../cluster/bus.ts'

/** What a user did on one node since its last message. A success taken back counts -1. */
export interface SharedCount {
  userId: number
  windowMs: number
  calls: number
  successes: number
}

export interface SharedCounts {
  add(userId: number, windowMs: number, calls: number, successes: number): void
}

const SUBJECT = 'calls'
/** Other nodes learn of calls so late at most. */
const INTERVAL_MS = 100
/** A message stays within a few hundred bytes. */
const USERS_IN_MESSAGE = 20
const MOST_AT_ONCE = 1_000_000

const whole = (least: number) => z.int().min(least).max(MOST_AT_ONCE)
const batch = z
  .array(z.tuple([z.int().positive(), z.int().positive(), whole(0), whole(-MOST_AT_ONCE)]))
  .max(USERS_IN_MESSAGE)

/** Gathers counts and tells the other nodes of them every 100 ms; calls `receive` for theirs. */
export function shareCounts(bus: Bus, receive: (count: SharedCount) => void): SharedCounts {
  if (bus === noBus) return { add: () => undefined }
  let gathered = new Map<number, SharedCount>()

  bus.on(SUBJECT, payload => {
    for (const [userId, windowMs, calls, successes] of batch.safeParse(payload).data ?? [])
      receive({ userId, windowMs, calls, successes })
  })

  function tell(): void {
    const counts = [...gathered.values()].filter(({ calls, successes }) => calls !== 0 || successes !== 0)
    gathered = new Map()
    for (let start = 0; start < counts.length; start += USERS_IN_MESSAGE) {
      const part = counts.slice(start, start + USERS_IN_MESSAGE)
      bus.publish(
        SUBJECT,
        part.map(({ userId, windowMs, calls, successes }) => [userId, windowMs, calls, successes]),
      )
    }
  }

  return {
    add(userId, windowMs, calls, successes) {
      if (gathered.size === 0) setTimeout(tell, INTERVAL_MS).unref()
      const known = gathered.get(userId)
      if (known) {
        known.calls += calls
        known.successes += successes
      } else gathered.set(userId, { userId, windowMs, calls, successes })
    },
  }
}
