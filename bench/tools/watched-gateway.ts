/** The usual server, which reports its memory or its longest event-loop gap to its parent process on request. */
import { heapStats } from 'bun:jsc'
import '../../packages/server/src/main.ts'

/** Memory in use after garbage collection. */
export interface MemoryInUse {
  rssBytes: number
  heapBytes: number
  objects: number
}

/** The longest event-loop gap since the last request. */
export interface LoopGap {
  largestGapMs: number
  /** The part of a gap in which this thread worked; for the rest it waited for a processor. */
  largestWorkMs: number
}

const answers = { memory: memoryInUse, gap: loopGap }

process.on('message', (asked: keyof typeof answers) => process.send?.(answers[asked]()))

function memoryInUse(): MemoryInUse {
  // Objects freed in the first round let the second free more.
  for (let round = 0; round < 3; round++) Bun.gc(true)
  const { heapSize, objectCount } = heapStats()
  return { rssBytes: process.memoryUsage.rss(), heapBytes: heapSize, objects: objectCount }
}

let largest: LoopGap | undefined

function loopGap(): LoopGap {
  if (!largest) watchTicks()
  const told = largest ?? { largestGapMs: 0, largestWorkMs: 0 }
  largest = { largestGapMs: 0, largestWorkMs: 0 }
  return told
}

const TICK_MS = 1

function watchTicks(): void {
  let tickedAt = performance.now()
  let worked = workedMs()
  setInterval(() => {
    const [nowAt, nowWorked] = [performance.now(), workedMs()]
    largest = {
      largestGapMs: Math.max(largest?.largestGapMs ?? 0, nowAt - tickedAt),
      largestWorkMs: Math.max(largest?.largestWorkMs ?? 0, nowWorked - worked),
    }
    tickedAt = nowAt
    worked = nowWorked
  }, TICK_MS)
}

function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
