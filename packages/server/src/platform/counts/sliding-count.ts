import { monotonic } from '../process/monotonic.ts'

/** Sums amounts within a sliding window, in constant memory. */
export interface SlidingCount {
  /** Milliseconds until `amount` more stay within the limit; 0: now. */
  waitFor(limit: number, amount?: number): number
  /** Adds an amount. Returns the slot it is counted in. */
  add(amount?: number): number
  /** Changes the sum of a slot that is still in the window; the sum never falls below 0. */
  correct(slot: number, change: number): void
}

/** The window moves in slots: an amount counts until its slot has left the window, never shorter. */
export const SLOTS_IN_WINDOW = 60
/** One more than the window needs, for the current slot. */
const SLOTS = SLOTS_IN_WINDOW + 1

/** @param time milliseconds; setting the clock back makes no caller wait longer */
export function slidingCount(windowMs: number, time: () => number): SlidingCount {
  const clock = monotonic(time)
  const slotMs = windowMs / SLOTS_IN_WINDOW
  const sums = new Float64Array(SLOTS)
  /** Sum of all slots. */
  let counted = 0
  let current = Math.floor(clock() / slotMs)
  const placeOf = (slot: number) => ((slot % SLOTS) + SLOTS) % SLOTS

  function advance(): void {
    const now = Math.floor(clock() / slotMs)
    for (let slot = Math.max(current + 1, now - SLOTS_IN_WINDOW); slot <= now; slot++)
      change(slot, -(sums[placeOf(slot)] ?? 0))
    current = Math.max(current, now)
  }

  function change(slot: number, by: number): void {
    const before = sums[placeOf(slot)] ?? 0
    const after = Math.max(0, before + by)
    sums[placeOf(slot)] = after
    counted += after - before
  }

  return {
    waitFor(limit, amount = 1) {
      advance()
      // An amount above the limit would wait forever, so it passes if nothing else is counted.
      let excess = Math.min(counted, counted + amount - limit)
      if (excess <= 0) return 0
      let leaving = current - SLOTS_IN_WINDOW
      for (; leaving < current; leaving++) {
        excess -= sums[placeOf(leaving)] ?? 0
        if (excess <= 0) break
      }
      return (leaving + SLOTS) * slotMs - clock()
    },
    add(amount = 1) {
      advance()
      change(current, amount)
      return current
    },
    correct(slot, by) {
      advance()
      if (current - slot <= SLOTS_IN_WINDOW) change(slot, by)
    },
  }
}
