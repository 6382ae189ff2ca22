import { monotonic } from '../../monotonic.ts'

/** Counts events within a sliding window, in constant memory. */
export interface SlidingCount {
  readonly windowMs: number
  /** Milliseconds until fewer than `limit` are counted; 0: now. */
  waitFor(limit: number): number
  /** Counts one event. Returns a function that takes it back. */
  add(): () => void
}

/** The window slides by slots: an event counts until its slot has left the window, never shorter. */
const SLOTS_IN_WINDOW = 60
/** One more for the current slot. */
const SLOTS = SLOTS_IN_WINDOW + 1

/** @param time milliseconds; a clock that is set back makes no caller wait longer */
export function slidingCount(windowMs: number, time: () => number): SlidingCount {
  const clock = monotonic(time)
  const slotMs = windowMs / SLOTS_IN_WINDOW
  const counts = new Uint32Array(SLOTS)
  let current = Math.floor(clock() / slotMs)
  const placeOf = (slot: number) => ((slot % SLOTS) + SLOTS) % SLOTS

  function advance(): void {
    const now = Math.floor(clock() / slotMs)
    for (let slot = Math.max(current + 1, now - SLOTS_IN_WINDOW); slot <= now; slot++) counts[placeOf(slot)] = 0
    current = Math.max(current, now)
  }

  return {
    windowMs,
    waitFor(limit) {
      advance()
      let excess = counts.reduce((sum, count) => sum + count, 0) - limit + 1
      if (excess <= 0) return 0
      let leaving = current - SLOTS_IN_WINDOW
      for (; leaving < current; leaving++) {
        excess -= counts[placeOf(leaving)] ?? 0
        if (excess <= 0) break
      }
      return (leaving + SLOTS) * slotMs - clock()
    },
    add() {
      advance()
      const slot = current
      counts[placeOf(slot)] = (counts[placeOf(slot)] ?? 0) + 1
      return () => {
        advance()
        if (current - slot <= SLOTS_IN_WINDOW) counts[placeOf(slot)] = (counts[placeOf(slot)] ?? 1) - 1
      }
    },
  }
}
