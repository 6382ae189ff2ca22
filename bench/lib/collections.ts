const HEAP = /\[GC<(0x[0-9a-f]+)>/
const BEGINS = /START \S+ (\d+)kb =>/
const ENDS = /=> (\d+)kb, p=/

/**
 * Returns the bytes that each heap of a process allocated, largest first, from JavaScriptCore's log of collections
 * (BUN_JSC_logGC=1). A heap grows from its size at the end of one collection to its size at the start of the next.
 */
export function allocatedBytes(log: string): number[] {
  const heaps = new Map<string, { endedAt: number | undefined; kilobytes: number }>()
  for (const line of log.split('\n')) {
    const name = HEAP.exec(line)?.[1]
    if (name === undefined) continue
    const heap = heaps.get(name) ?? { endedAt: undefined, kilobytes: 0 }
    heaps.set(name, heap)
    const [, begun] = BEGINS.exec(line) ?? []
    if (begun !== undefined && heap.endedAt !== undefined) heap.kilobytes += Number(begun) - heap.endedAt
    const [, ended] = ENDS.exec(line) ?? []
    if (ended !== undefined) heap.endedAt = Number(ended)
  }
  return [...heaps.values()].map(({ kilobytes }) => kilobytes * 1024).sort((one, other) => other - one)
}
