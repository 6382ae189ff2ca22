import { type Count, type Counted, type Counts, NO_SLOT, PLACE_WAIT_MS } from './counts.ts'
import { type SlidingCount, slidingCount } from './sliding-count.ts'

/** Counts in this process's memory, for this process or for several that ask it. */
export interface LocalCounts extends Counts {
  take(counts: readonly Count[]): Counted
  /** Counts amounts that others have admitted, regardless of limits. */
  add(counts: readonly Count[]): readonly number[]
  /** The counts of one of several processes. */
  of(node: string): LocalCounts
  /** Removes the running calls of a process that is gone. */
  drop(node: string): void
}

/** In practice one window never has more names than this; beyond it the oldest are forgotten. */
const MAX_NAMES = 100_000

/** @param clock milliseconds */
export function localCounts(clock: () => number): LocalCounts {
  const windows = new Map<string, SlidingCount>()
  /** Running calls, by name and process. */
  const running = new Map<string, Map<string, number>>()

  function windowOf({ key, windowMs }: Pick<Count, 'key' | 'windowMs'>): SlidingCount {
    const name = `${windowMs} ${key}`
    const known = windows.get(name)
    if (known) return known
    const count = slidingCount(windowMs, clock)
    windows.set(name, count)
    if (windows.size > MAX_NAMES) forgetFirst(windows)
    return count
  }

  function waitFor(count: Count): number {
    if (count.limit <= 0) return 0
    if (count.windowMs > 0) return windowOf(count).waitFor(count.limit, count.amount)
    const runs = [...(running.get(count.key)?.values() ?? [])].reduce((sum, one) => sum + one, 0)
    return runs > 0 && runs + count.amount > count.limit ? PLACE_WAIT_MS : 0
  }

  function run(key: string, node: string, change: number): number {
    const nodes = running.get(key) ?? new Map<string, number>()
    const runs = Math.max(0, (nodes.get(node) ?? 0) + change)
    if (runs > 0) nodes.set(node, runs)
    else nodes.delete(node)
    if (nodes.size > 0) running.set(key, nodes)
    else running.delete(key)
    return NO_SLOT
  }

  const of = (node: string): LocalCounts => {
    const add = (counts: readonly Count[]) =>
      counts.map(count => (count.windowMs > 0 ? windowOf(count).add(count.amount) : run(count.key, node, count.amount)))
    return {
      take(counts) {
        const waits = counts.map(waitFor)
        const exceeded = waits.findIndex(waitMs => waitMs > 0)
        return exceeded < 0 ? { slots: add(counts) } : { exceeded, waitMs: waits[exceeded] ?? 0 }
      },
      add,
      correct(count, slot, change) {
        if (count.windowMs > 0) windowOf(count).correct(slot, change)
        else run(count.key, node, change)
      },
      of,
      drop(node) {
        for (const [key, nodes] of running) if (nodes.has(node)) run(key, node, Number.NEGATIVE_INFINITY)
      },
    }
  }
  return of('')
}

function forgetFirst(windows: Map<string, SlidingCount>): void {
  for (const name of windows.keys()) {
    if (windows.size <= MAX_NAMES / 2) return
    windows.delete(name)
  }
}
