import { DatabaseUnavailable, isTransient } from '../../platform/storage/transient-errors.ts'
import { isLocked } from './account-busy.ts'

/** Commits a group of items, all or none. */
export interface GroupCommit<Item, Result> {
  /**
   * Commits the items and returns their results in order.
   *
   * @throws a transient error if the database is unavailable; any other error if one of the items cannot be written
   */
  commit(items: readonly Item[]): Promise<Result[]>
  /** Returns the items blocked by a lock, which wait while the others continue. */
  blockedAmong(items: readonly Item[]): Promise<ReadonlySet<Item>>
}

/** Groups items: those that arrive during a commit share the next one. */
export interface GroupWriter<Item, Result> {
  /**
   * Commits the item and reports its outcome exactly once, possibly at once.
   *
   * @param patienceMs how long to wait for an unreachable database, not counting time during which this process was frozen.
   * After that, the item fails with DatabaseUnavailable: it was not written and will not be
   */
  add(item: Item, patienceMs: number, told: Told<Result>): void
  /** Commits the item and returns its outcome as a promise. */
  submit(item: Item, patienceMs: number): Promise<Result>
  /** Whether items wait or are being written. */
  readonly isBusy: boolean
  /** The number of items that wait or are being written. */
  readonly waiting: number
  /** Resolves when all submitted items are written or given up. */
  close(): Promise<void>
}

/** Receives the outcome of an item. */
export interface Told<Result> {
  resolve(result: Result): void
  reject(error: Error): void
}

interface Entry<Item, Result> {
  item: Item
  /** Ticks left to wait. */
  patience: number
  told: Told<Result>
}

const GROUP_LIMIT = 128
const FIRST_RETRY_MS = 5
const LAST_RETRY_MS = 1_000
const TICK_MS = 250
const BLOCKED_PAUSE_MS = 100
const CLOSING_PATIENCE_MS = 10_000

/** @param onTrouble called each time a group could not be written and must wait for the database */
export function openGroupWriter<Item, Result>(
  { commit, blockedAmong }: GroupCommit<Item, Result>,
  onTrouble: (error: unknown) => void,
  closingPatienceMs = CLOSING_PATIENCE_MS,
): GroupWriter<Item, Result> {
  type Entries = Entry<Item, Result>[]
  let queue: Entries = []
  /** Being committed: given up only when it is certain that they were not written. */
  let inFlight: Entries = []
  /** Blocked by a lock. */
  let aside: Entries = []
  let running: Promise<void> | null = null
  let isClosed = false
  let isOver = false
  let ticks: Timer | null = null
  let retry: Timer | null = null

  async function drain(): Promise<void> {
    let retryMs = FIRST_RETRY_MS
    // Items from the same turn of the event loop share a commit.
    await new Promise(setImmediate)
    while (queue.length > 0) {
      const group = queue.splice(0, GROUP_LIMIT)
      inFlight = group
      // Items blocked by the same lock must not stop the group.
      const left = aside.length > 0 ? await writeUnblocked(group) : await write(group)
      inFlight = []
      if (!left) {
        retryMs = FIRST_RETRY_MS
        continue
      }
      onTrouble(left.error)
      queue = [...stillWaiting(left.entries), ...queue]
      await Bun.sleep(retryMs)
      retryMs = Math.min(retryMs * 2, LAST_RETRY_MS)
    }
    running = null
  }

  /** Commits entries; one that cannot be written fails alone. Returns those that the database did not accept now. */
  async function write(entries: Entries, isChecked = false): Promise<{ entries: Entries; error: unknown } | null> {
    if (entries.length === 0) return null
    try {
      const results = await commit(entries.map(entry => entry.item))
      for (const [index, entry] of entries.entries()) entry.told.resolve(results[index] as Result)
      return null
    } catch (error) {
      if (isLocked(error) && !isChecked) return writeUnblocked(entries, error)
      if (isTransient(error)) return { entries, error }
      const [first] = entries
      if (first && entries.length === 1) {
        first.told.reject(error as Error)
        return null
      }
      const middle = Math.ceil(entries.length / 2)
      const left = await write(entries.slice(0, middle))
      if (left) return { ...left, entries: [...left.entries, ...entries.slice(middle)] }
      return write(entries.slice(middle))
    }
  }

  async function writeUnblocked(
    entries: Entries,
    error?: unknown,
  ): Promise<{ entries: Entries; error: unknown } | null> {
    try {
      const blocked = await blockedAmong(entries.map(entry => entry.item))
      const stopped = entries.filter(entry => blocked.has(entry.item))
      // Something else is locked, which is treated like an unreachable database.
      if (stopped.length === 0 && error) return { entries, error }
      if (stopped.length > 0) setAside(stopped)
      return await write(
        entries.filter(entry => !blocked.has(entry.item)),
        true,
      )
    } catch (error) {
      return { entries, error }
    }
  }

  function setAside(entries: Entries): void {
    aside.push(...entries)
    retry ??= setTimeout(retryAside, BLOCKED_PAUSE_MS)
  }

  async function retryAside(): Promise<void> {
    const asked = new Set(aside)
    const blocked = await blockedAmong(aside.map(entry => entry.item)).catch(() => null)
    const isFree = (entry: Entry<Item, Result>) => asked.has(entry) && blocked !== null && !blocked.has(entry.item)
    const free = aside.filter(isFree)
    aside = aside.filter(entry => !isFree(entry))
    retry = aside.length > 0 ? setTimeout(retryAside, BLOCKED_PAUSE_MS) : null
    for (const entry of free) push(entry)
  }

  function push(entry: Entry<Item, Result>): void {
    queue.push(entry)
    running ??= drain()
  }

  /** Gives up the entries whose patience is over, and returns the others. */
  function stillWaiting(entries: Entries): Entries {
    const isLate = (entry: Entry<Item, Result>) => isOver || entry.patience <= 0
    for (const entry of entries) if (isLate(entry)) giveUp(entry)
    return entries.filter(entry => !isLate(entry))
  }

  /** Counts one tick per turn of the timer, however late, so that time during which the process was frozen does not count. */
  function tick(): void {
    for (const entry of [...inFlight, ...queue, ...aside]) entry.patience -= 1
    queue = stillWaiting(queue)
    aside = stillWaiting(aside)
    if (running || aside.length > 0) return
    clearInterval(ticks ?? undefined)
    ticks = null
  }

  function add(item: Item, patienceMs: number, told: Told<Result>): void {
    if (isClosed) {
      told.reject(new DatabaseUnavailable('the server is stopping'))
      return
    }
    ticks ??= setInterval(tick, TICK_MS)
    push({ item, patience: Math.ceil(patienceMs / TICK_MS), told })
  }

  return {
    add,
    submit: (item, patienceMs) => new Promise((resolve, reject) => add(item, patienceMs, { resolve, reject })),
    get isBusy() {
      return running !== null || aside.length > 0
    },
    get waiting() {
      return queue.length + inFlight.length + aside.length
    },
    async close() {
      isClosed = true
      const latest = Math.ceil(closingPatienceMs / TICK_MS)
      for (const entry of [...queue, ...aside]) entry.patience = Math.min(entry.patience, latest)
      const isDone = async () => {
        while (running || aside.length > 0) await (running ?? Bun.sleep(BLOCKED_PAUSE_MS))
      }
      await Promise.race([isDone(), Bun.sleep(closingPatienceMs + TICK_MS)])
      isOver = true
      queue = stillWaiting(queue)
      aside = stillWaiting(aside)
      clearInterval(ticks ?? undefined)
      clearTimeout(retry ?? undefined)
    },
  }
}

function giveUp<Item, Result>(entry: Entry<Item, Result>): void {
  entry.told.reject(new DatabaseUnavailable('the database did not accept the change in time'))
}
