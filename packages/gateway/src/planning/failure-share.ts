/** Outcomes of the last minute's calls, in slots of ten seconds. */
export interface Outcomes {
  /** Counts a call that ended. */
  count(now: number, hasFailed: boolean): void
  /** The failure rate if it is too high; null: it is not, or there were too few calls to tell. */
  tooHigh(now: number): number | null
  hasFailures(now: number): boolean
  clear(): void
}

const SLOT_MS = 10_000
const SLOTS = 6
/** If an upstream fails one call in twenty, ten failures in twenty happen once in a hundred million windows. */
const FEWEST_CALLS = 20
const HIGHEST_SHARE = 0.5

export function makeOutcomes(): Outcomes {
  const calls = new Array<number>(SLOTS).fill(0)
  const failures = new Array<number>(SLOTS).fill(0)
  let last = 0

  function slotAt(now: number): number {
    const slot = Math.floor(now / SLOT_MS)
    for (let next = Math.max(last + 1, slot - SLOTS + 1); next <= slot; next++) {
      calls[next % SLOTS] = 0
      failures[next % SLOTS] = 0
    }
    last = Math.max(last, slot)
    return last % SLOTS
  }

  return {
    count(now, hasFailed) {
      const slot = slotAt(now)
      calls[slot] = (calls[slot] ?? 0) + 1
      if (hasFailed) failures[slot] = (failures[slot] ?? 0) + 1
    },
    tooHigh(now) {
      slotAt(now)
      const all = sum(calls)
      const share = sum(failures) / all
      return all >= FEWEST_CALLS && share >= HIGHEST_SHARE ? share : null
    },
    hasFailures(now) {
      slotAt(now)
      return sum(failures) > 0
    },
    clear() {
      calls.fill(0)
      failures.fill(0)
    },
  }
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)
