import type { Transaction } from 'kysely'
import { type CommitMarks, openCommitMarks } from './commit-marks.ts'
import type { Storage } from './db.ts'
import type { Tables } from './schema.ts'
import { DatabaseUnavailable, isTransient } from './transient-errors.ts'

export type Outcome<Result> = { value: Result } | { error: Error }

/** Carries out works in their order inside one transaction, and says how each ended. */
export type Apply<LedgerCommand, Result> = (
  db: Transaction<Tables>,
  commands: LedgerCommand[],
) => Promise<Outcome<Result>[]>

/** Writes in groups: what arrives while a transaction is under way shares the next one. */
export interface Writer<LedgerCommand, Result> {
  /**
   * Resolves when the transaction that carried the work is committed.
   *
   * @param patienceMs how long to wait for a database that is away
   * @throws DatabaseUnavailable when the patience ran out; the work may then be done or not
   */
  submit(command: LedgerCommand, patienceMs: number): Promise<Result>
  /** Resolves when all that was submitted is written, or given up. */
  close(): Promise<void>
}

interface Entry<LedgerCommand, Result> {
  command: LedgerCommand
  /** On the monotonic clock; after it nobody waits for the work. */
  deadline: number
  isOver: boolean
  resolve(result: Result): void
  reject(error: Error): void
}

const GROUP_LIMIT = 512
/** Under load, groups start this far apart: one of many costs hardly more than one of few. */
const GROUP_INTERVAL_MS = 2
const FIRST_RETRY_MS = 5
const LAST_RETRY_MS = 1000
const PATIENCE_CHECK_MS = 250
const CLOSING_PATIENCE_MS = 10_000

/** `onTrouble` hears each time a group could not be written and waits for the database. */
export function openWriter<LedgerCommand, Result>(
  storage: Storage,
  apply: Apply<LedgerCommand, Result>,
  onTrouble: (error: unknown) => void,
): Writer<LedgerCommand, Result> {
  let queue: Entry<LedgerCommand, Result>[] = []
  let underWay: Entry<LedgerCommand, Result>[] = []
  let running: Promise<void> | null = null
  let isClosed = false
  let last = { endedAt: 0, size: 0 }
  // On SQLite a commit and its confirmation are one.
  const marks = storage.kind === 'postgres' ? openCommitMarks(storage) : undefined

  const patience = setInterval(() => {
    const now = performance.now()
    for (const entry of [...underWay, ...queue]) if (entry.deadline < now) giveUp(entry)
    queue = queue.filter(entry => !entry.isOver)
  }, PATIENCE_CHECK_MS)
  patience.unref()

  async function drain(): Promise<void> {
    let retryMs = FIRST_RETRY_MS
    await nextGroup(last)
    while (queue.length > 0) {
      underWay = queue.splice(0, GROUP_LIMIT)
      try {
        await commit({ storage, marks, apply }, underWay)
        retryMs = FIRST_RETRY_MS
        last = { endedAt: performance.now(), size: underWay.length }
        underWay = []
        if (queue.length > 0) await nextGroup(last)
      } catch (error) {
        onTrouble(error)
        queue = [...underWay.filter(entry => !entry.isOver), ...queue]
        underWay = []
        await Bun.sleep(retryMs)
        retryMs = Math.min(retryMs * 2, LAST_RETRY_MS)
      }
    }
    running = null
  }

  return {
    submit(command, patienceMs) {
      if (isClosed) return Promise.reject(new DatabaseUnavailable('the server is stopping'))
      return new Promise((resolve, reject) => {
        queue.push({ command, deadline: performance.now() + patienceMs, isOver: false, resolve, reject })
        running ??= drain()
      })
    },
    async close() {
      isClosed = true
      const latest = performance.now() + CLOSING_PATIENCE_MS
      for (const entry of [...underWay, ...queue]) entry.deadline = Math.min(entry.deadline, latest)
      if (running) await Promise.race([running, Bun.sleep(CLOSING_PATIENCE_MS + PATIENCE_CHECK_MS)])
      clearInterval(patience)
      await marks?.remove().catch(onTrouble)
    },
  }
}

/** The end of this turn of the event loop; a little later while there is much to do. */
function nextGroup(last: { endedAt: number; size: number }): Promise<void> {
  const waitMs = last.size > 1 ? last.endedAt + GROUP_INTERVAL_MS - performance.now() : 0
  return new Promise(resolve => (waitMs > 0 ? setTimeout(resolve, waitMs) : setImmediate(resolve)))
}

interface Means<LedgerCommand, Result> {
  storage: Storage
  marks: CommitMarks | undefined
  apply: Apply<LedgerCommand, Result>
}

/** Throws only while the database is away; a work that cannot be written fails alone. */
async function commit<LedgerCommand, Result>(
  means: Means<LedgerCommand, Result>,
  entries: Entry<LedgerCommand, Result>[],
): Promise<void> {
  try {
    await attempt(means, entries)
  } catch (error) {
    if (isTransient(error)) throw error
    const [first] = entries
    if (first && entries.length === 1) return conclude(first, { error: error as Error })
    const middle = Math.ceil(entries.length / 2)
    await commit(means, entries.slice(0, middle))
    await commit(means, entries.slice(middle))
  }
}

async function attempt<LedgerCommand, Result>(
  { storage, marks, apply }: Means<LedgerCommand, Result>,
  entries: Entry<LedgerCommand, Result>[],
): Promise<void> {
  let carried: Entry<LedgerCommand, Result>[] = []
  let outcomes: Outcome<Result>[] | undefined
  let mark: number | undefined
  try {
    await storage.db.transaction().execute(async db => {
      mark = await marks?.leave(db)
      carried = entries.filter(entry => !entry.isOver)
      outcomes = await apply(
        db,
        carried.map(entry => entry.command),
      )
    })
  } catch (error) {
    const brokeWhileCommitting = outcomes && isTransient(error)
    if (!(brokeWhileCommitting && mark && (await marks?.tookEffect(mark)))) throw error
  }
  for (const [index, entry] of carried.entries()) conclude(entry, outcomes?.[index])
}

function conclude<LedgerCommand, Result>(
  entry: Entry<LedgerCommand, Result>,
  outcome: Outcome<Result> | undefined,
): void {
  if (entry.isOver) return
  entry.isOver = true
  if (!outcome) entry.reject(new Error('a work was left without an outcome'))
  else if ('error' in outcome) entry.reject(outcome.error)
  else entry.resolve(outcome.value)
}

function giveUp<LedgerCommand, Result>(entry: Entry<LedgerCommand, Result>): void {
  conclude(entry, { error: new DatabaseUnavailable('the database did not take the change in time') })
}
