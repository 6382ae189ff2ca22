import type { Gateway } from '../lib/gateway.ts'
import { largestGap } from '../lib/loop-gap.ts'
import { type Held, measureMemory } from '../lib/memory.ts'

/** Observations of a gateway that kept running. */
export interface Watched {
  samples: Held[]
  /** How many ticks of the loop were this many milliseconds late. */
  lateness: Map<number, number>
  largestGapMs: number
}

export const nothingSeen = (): Watched => ({ samples: [], lateness: new Map(), largestGapMs: 0 })

/** Adds a sample. Garbage collection delays the loop and does not count as lag. */
export async function sample({ process }: Gateway, seen: Watched): Promise<Held> {
  const gap = await largestGap(process)
  seen.largestGapMs = Math.max(seen.largestGapMs, gap.largestGapMs)
  for (const [late, count] of Object.entries(gap.lateness)) {
    seen.lateness.set(Number(late), (seen.lateness.get(Number(late)) ?? 0) + count)
  }
  const held = await measureMemory({ process })
  seen.samples.push(held)
  await largestGap(process)
  return held
}

/** The lateness in milliseconds that this share of ticks did not exceed. */
export function latenessAt(share: number, lateness: Map<number, number>): number {
  const sorted = [...lateness].toSorted(([one], [other]) => one - other)
  let left = share * sorted.reduce((sum, [, count]) => sum + count, 0)
  for (const [late, count] of sorted) {
    left -= count
    if (left <= 0) return late
  }
  return sorted.at(-1)?.[0] ?? 0
}
