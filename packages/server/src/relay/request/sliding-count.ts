import { monotonic } from '../../monotonic.ts'

/** Counts events within a sliding window, in constant memory. */
export interface SlidingCount {
  readonly windowMs: number
  /** Milliseconds until fewer than `limit` are counted; 0: now. */
  waitFor(limit: number): number
  /** Counts one event. Returns a function that takes it back; it returns whether the event still counted. */
  add(): () => boolean
  /** Counts events of other nodes; a negative number takes so many of the latest back. */
  addMany(count: number): void
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
        if (current - slot > SLOTS_IN_WINDOW) return false
        counts[placeOf(slot)] = Math.max(0, (counts[placeOf(slot)] ?? 0) - 1)
        return true
      }
    },
    addMany(count) {
      advance()
      if (count > 0) counts[placeOf(current)] = (counts[placeOf(current)] ?? 0) + count
      let surplus = -count
      for (let slot = current; surplus > 0 && slot >= current - SLOTS_IN_WINDOW; slot--) {
        const taken = Math.min(surplus, counts[placeOf(slot)] ?? 0)
        counts[placeOf(slot)] = (counts[placeOf(slot)] ?? 0) - taken
        surplus -= taken
      }
    },
  }
}
