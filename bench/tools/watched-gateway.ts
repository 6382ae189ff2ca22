/** The usual server, which says how much memory it needs when asked by the process that started it. */
import { heapStats } from 'bun:jsc'
import '../../packages/server/src/main.ts'

/** What is in use once what nobody holds is given back. */
export interface MemoryInUse {
  rssBytes: number
  heapBytes: number
  objects: number
}

process.on('message', () => {
  // what the first round frees lets the second free more
  for (let round = 0; round < 3; round++) Bun.gc(true)
  const { heapSize, objectCount } = heapStats()
  process.send?.({ rssBytes: process.memoryUsage.rss(), heapBytes: heapSize, objects: objectCount } as MemoryInUse)
})
