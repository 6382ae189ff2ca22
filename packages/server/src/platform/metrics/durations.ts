/** Upper bounds in seconds, from a cached answer to a long chain of thought. */
export const BUCKETS = [0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 120, 300, 600] as const

/** How many durations fell into each bucket; the last count is for those above all bounds. */
export interface Durations {
  readonly counts: readonly number[]
  readonly sum: number
  add(seconds: number): void
}

export function newDurations(): Durations {
  const counts = new Array<number>(BUCKETS.length + 1).fill(0)
  let sum = 0
  return {
    counts,
    get sum() {
      return sum
    },
    add(seconds) {
      let bucket = 0
      while (bucket < BUCKETS.length && seconds > (BUCKETS[bucket] ?? 0)) bucket += 1
      counts[bucket] = (counts[bucket] ?? 0) + 1
      sum += seconds
    },
  }
}
