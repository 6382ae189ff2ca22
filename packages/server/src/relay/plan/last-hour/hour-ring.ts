import { type Counts, newCounts } from './hour-counts.ts'

export const SLOT_SECONDS = 180
export const SLOTS = 20

/** The last hour's counts by time slot. New slots replace old ones; slots are numbered from the epoch. */
export interface HourRing {
  /** Returns the counts to add to. */
  at(slot: number): Counts
  /** undefined: nothing was counted then. */
  peek(slot: number): Counts | undefined
}

export function makeHourRing(): HourRing {
  const ring: ({ slot: number; counts: Counts } | undefined)[] = Array(SLOTS).fill(undefined)
  const placeOf = (slot: number) => slot % SLOTS
  return {
    at(slot) {
      const known = ring[placeOf(slot)]
      if (known?.slot === slot) return known.counts
      const counts = newCounts()
      ring[placeOf(slot)] = { slot, counts }
      return counts
    },
    peek(slot) {
      const known = ring[placeOf(slot)]
      return known?.slot === slot ? known.counts : undefined
    },
  }
}
