/** Writes what was put in, in order, several at a time. */
export interface WriteQueue<Entry> {
  /** Resolves when it is written; rejects when it cannot be. */
  put(entry: Entry): Promise<void>
  /** Resolves when all that was put in is written or given up. */
  settled(): Promise<void>
}

const MOST_AT_ONCE = 32

export function makeWriteQueue<Entry>(write: (entries: readonly Entry[]) => Promise<void>): WriteQueue<Entry> {
  let queue: { entry: Entry; done: PromiseWithResolvers<void> }[] = []
  let running: Promise<void> | null = null

  async function work(): Promise<void> {
    while (queue.length > 0) {
      const group = queue.slice(0, MOST_AT_ONCE)
      queue = queue.slice(MOST_AT_ONCE)
      try {
        await write(group.map(({ entry }) => entry))
        for (const { done } of group) done.resolve()
      } catch (error) {
        for (const { done } of group) done.reject(error)
      }
    }
    running = null
  }

  return {
    put(entry) {
      const done = Promise.withResolvers<void>()
      queue.push({ entry, done })
      running ??= work()
      return done.promise
    },
    settled: () => running ?? Promise.resolve(),
  }
}
