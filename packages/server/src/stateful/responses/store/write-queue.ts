import { isTransient } from '../../../platform/storage/transient-errors.ts'

/** Writes entries in order, several at a time. */
export interface WriteQueue<Entry> {
  /** Resolves when the entry is written; rejects if it cannot be. */
  put(entry: Entry): Promise<void>
  /** Resolves when all entries are written or given up. */
  settled(): Promise<void>
}

const MOST_AT_ONCE = 32

/** @param keyOf keys are unique within one `write`, because databases refuse the same row twice in a statement */
export function makeWriteQueue<Entry>(
  write: (entries: readonly Entry[]) => Promise<void>,
  keyOf: (entry: Entry) => string,
): WriteQueue<Entry> {
  let queue: Waiting<Entry>[] = []
  let running: Promise<void> | null = null

  async function work(): Promise<void> {
    while (queue.length > 0) {
      const group = firstOfEachKey(queue, keyOf)
      queue = queue.slice(group.length)
      await writeGroup(group, write)
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

interface Waiting<Entry> {
  entry: Entry
  done: PromiseWithResolvers<void>
}

/** The entries at the front of the queue, up to the first repeated key. */
function firstOfEachKey<Entry>(
  queue: readonly Waiting<Entry>[],
  keyOf: (entry: Entry) => string,
): readonly Waiting<Entry>[] {
  const keys = new Set<string>()
  for (const { entry } of queue.slice(0, MOST_AT_ONCE)) {
    if (keys.has(keyOf(entry))) break
    keys.add(keyOf(entry))
  }
  return queue.slice(0, keys.size)
}

/**
 * Tries each entry of a group alone if the group cannot be written although the database is available, because one may be
 * at fault.
 */
async function writeGroup<Entry>(
  group: readonly Waiting<Entry>[],
  write: (entries: readonly Entry[]) => Promise<void>,
): Promise<void> {
  try {
    await write(group.map(({ entry }) => entry))
    for (const { done } of group) done.resolve()
  } catch (error) {
    if (group.length > 1 && !isTransient(error)) for (const one of group) await writeGroup([one], write)
    else for (const { done } of group) done.reject(error)
  }
}
