import { monotonic } from '../../monotonic.ts'

/** Counts what happened within the last so many milliseconds, in constant memory. */
export interface SlidingCount {
  readonly windowMs: number
  /** Milliseconds until fewer than `limit` are counted; 0: now. */
  waitFor(limit: number): number
  /** Counts one; it is taken back by calling what is returned. */
  add(): () => void
}

/** The window slides by slots: what is counted counts until its slot has left the window, never shorter. */
const SLOTS_IN_WINDOW = 60
/** One more for the slot that is being counted in. */
const SLOTS = SLOTS_IN_WINDOW + 1

/** @param time milliseconds; a clock that is put back makes nobody wait longer */
export function slidingCount(windowMs: number, time: () => number): SlidingCount {
  const clock = monotonic(time)
  const slotMs = windowMs / SLOTS_IN_WINDOW
  const counts = new Uint32Array(SLOTS)
  let current = Math.floor(clock() / slotMs)
  const placeOf = (slot: number) => ((slot % SLOTS) + SLOTS) % SLOTS

  function moveOn(): void {
    const now = Math.floor(clock() / slotMs)
    for (let slot = Math.max(current + 1, now - SLOTS_IN_WINDOW); slot <= now; slot++) counts[placeOf(slot)] = 0
    current = Math.max(current, now)
  }

  return {
    windowMs,
    waitFor(limit) {
      moveOn()
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
      moveOn()
      const slot = current
      counts[placeOf(slot)] = (counts[placeOf(slot)] ?? 0) + 1
      return () => {
        moveOn()
        if (current - slot <= SLOTS_IN_WINDOW) counts[placeOf(slot)] = (counts[placeOf(slot)] ?? 1) - 1
      }
    },
  }
}
