/** The usual server, which also reports its memory or its longest event-loop gap to its parent process on request. */
import { heapStats } from 'bun:jsc'
import '../../packages/server/src/main.ts'

/** Memory in use after garbage collection. */
export interface MemoryInUse {
  rssBytes: number
  heapBytes: number
  objects: number
  timers: number
}

/** The longest event-loop gap since the last request. */
export interface LoopGap {
  largestGapMs: number
  /** The part of the gap in which this thread worked; the rest of it waited for a processor. */
  largestWorkMs: number
  /** How many ticks of a timer were this many whole milliseconds late. */
  lateness: Record<number, number>
}

const answers = { memory: memoryInUse, blocks: heapBlocks, gap: loopGap }

process.on('message', (asked: keyof typeof answers) => process.send?.(answers[asked]()))

function memoryInUse(): MemoryInUse {
  // The first round frees objects that hold others.
  for (let round = 0; round < 3; round++) Bun.gc(true)
  const { heapSize, objectCount, objectTypeCounts } = heapStats()
  const timers = objectTypeCounts.Timeout ?? 0
  return { rssBytes: process.memoryUsage.rss(), heapBytes: heapSize, objects: objectCount, timers }
}

/** The bytes of the heap's blocks: without collections they only grow, by what is allocated. */
function heapBlocks(): number {
  return process.memoryUsage().heapTotal
}

let largest: LoopGap | undefined

function loopGap(): LoopGap {
  if (!largest) watchTicks()
  const told = largest ?? none()
  largest = none()
  return told
}

const none = (): LoopGap => ({ largestGapMs: 0, largestWorkMs: 0, lateness: {} })

const TICK_MS = 1

function watchTicks(): void {
  let tickedAt = performance.now()
  let worked = workedMs()
  setInterval(() => {
    const [nowAt, nowWorked] = [performance.now(), workedMs()]
    largest ??= none()
    const late = Math.max(0, Math.round(nowAt - tickedAt - TICK_MS))
    largest.largestGapMs = Math.max(largest.largestGapMs, nowAt - tickedAt)
    largest.largestWorkMs = Math.max(largest.largestWorkMs, nowWorked - worked)
    largest.lateness[late] = (largest.lateness[late] ?? 0) + 1
    tickedAt = nowAt
    worked = nowWorked
  }, TICK_MS)
}

function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
