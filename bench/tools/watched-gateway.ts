/** The usual server, which says what memory it needs, or for how long it was held up, when asked by who started it. */
import { heapStats } from 'bun:jsc'
import '../../packages/server/src/main.ts'

/** What is in use once what nobody holds is given back. */
export interface MemoryInUse {
  rssBytes: number
  heapBytes: number
  objects: number
}

/** For how long at most no other call had a turn, since it was asked before. */
export interface LoopGap {
  largestGapMs: number
  /** Of a gap, what this thread worked: the rest it waited for a processor. */
  largestWorkMs: number
}

const answers = { memory: memoryInUse, gap: loopGap }

process.on('message', (asked: keyof typeof answers) => process.send?.(answers[asked]()))

function memoryInUse(): MemoryInUse {
  // what the first round frees lets the second free more
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
