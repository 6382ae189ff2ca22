import { median } from '../lib/figures.ts'
import type { Held } from '../lib/memory.ts'

/** What must not grow, how much its median may grow (a factor), and the amount that is negligible. */
const kinds: { name: keyof Held; words: string; unit: number; factor: number; slack: number }[] = [
  { name: 'heapBytes', words: 'heap, MiB', unit: 2 ** 20, factor: 1.2, slack: 10 },
  { name: 'rssBytes', words: 'RSS, MiB', unit: 2 ** 20, factor: 1.2, slack: 50 },
  { name: 'sockets', words: 'sockets', unit: 1, factor: 1.2, slack: 40 },
  { name: 'timers', words: 'timers', unit: 1, factor: 1.2, slack: 40 },
]

/** There are fewer when the gateway does not respond. */
const FEWEST_SAMPLES = 4

export interface Growth {
  words: string
  first: number
  last: number
  isFlat: boolean
}

/** Compares the first quarter of the samples with the last. Too few samples are not flat. */
export function growthOf(samples: Held[]): Growth[] {
  const quarter = Math.ceil(samples.length / 4)
  return kinds.map(({ name, words, unit, factor, slack }) => {
    const of = (part: Held[]) => median(part.map(held => held[name] / unit))
    const [first, last] = [of(samples.slice(0, quarter)), of(samples.slice(-quarter))]
    return { words, first, last, isFlat: samples.length >= FEWEST_SAMPLES && last <= first * factor + slack }
  })
}
