import type { Transaction } from 'kysely'
import { type CommitMarks, openCommitMarks } from './commit-marks.ts'
import type { Storage } from './db.ts'
import type { Tables } from './schema.ts'
import { DatabaseUnavailable, isTransient } from './transient-errors.ts'

export type Outcome<Result> = { value: Result } | { error: Error }

/** Executes commands in order inside one transaction and returns the outcome of each. */
export type ApplyGroup<Command, Result> = (db: Transaction<Tables>, commands: Command[]) => Promise<Outcome<Result>[]>

/** Groups commands: those that arrive during a transaction share the next one. */
export interface Writer<Command, Result> {
  /**
   * Resolves when the transaction with the command is committed.
   *
   * @param patienceMs how long to wait for a database that cannot be reached
   * @throws DatabaseUnavailable after `patienceMs`; the command may or may not have been executed
   */
  submit(command: Command, patienceMs: number): Promise<Result>
  /** Resolves when all submitted commands are written or given up. */
  close(): Promise<void>
}

interface Entry<Command, Result> {
  command: Command
  /** When the caller stops waiting, on the monotonic clock. */
  deadline: number
  isOver: boolean
  resolve(result: Result): void
  reject(error: Error): void
}

const GROUP_LIMIT = 512
/** Minimum time between groups under load: a large group costs hardly more than a small one. */
const GROUP_INTERVAL_MS = 2
const FIRST_RETRY_MS = 5
const LAST_RETRY_MS = 1000
const PATIENCE_CHECK_MS = 250
const CLOSING_PATIENCE_MS = 10_000

/** @param onTrouble called each time a group could not be written and must wait for the database */
export function openWriter<Command, Result>(
  storage: Storage,
  applyGroup: ApplyGroup<Command, Result>,
  onTrouble: (error: unknown) => void,
): Writer<Command, Result> {
  let queue: Entry<Command, Result>[] = []
  let inFlight: Entry<Command, Result>[] = []
  let running: Promise<void> | null = null
  let isClosed = false
  let last = { endedAt: 0, size: 0 }
  // On SQLite a commit cannot lose its confirmation.
  const marks = storage.kind === 'postgres' ? openCommitMarks(storage) : undefined

  const patience = setInterval(() => {
    const now = performance.now()
    for (const entry of [...inFlight, ...queue]) if (entry.deadline < now) giveUp(entry)
    queue = queue.filter(entry => !entry.isOver)
  }, PATIENCE_CHECK_MS)
  patience.unref()

  async function drain(): Promise<void> {
    let retryMs = FIRST_RETRY_MS
    await nextGroup(last)
    while (queue.length > 0) {
      inFlight = queue.splice(0, GROUP_LIMIT)
      try {
        await commit({ storage, marks, applyGroup }, inFlight)
        retryMs = FIRST_RETRY_MS
        last = { endedAt: performance.now(), size: inFlight.length }
        inFlight = []
        if (queue.length > 0) await nextGroup(last)
      } catch (error) {
        onTrouble(error)
        queue = [...inFlight.filter(entry => !entry.isOver), ...queue]
        inFlight = []
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
      for (const entry of [...inFlight, ...queue]) entry.deadline = Math.min(entry.deadline, latest)
      if (running) await Promise.race([running, Bun.sleep(CLOSING_PATIENCE_MS + PATIENCE_CHECK_MS)])
      clearInterval(patience)
      await marks?.remove().catch(onTrouble)
    },
  }
}

/** Resolves at the end of this turn of the event loop, or a little later under load. */
function nextGroup(last: { endedAt: number; size: number }): Promise<void> {
  const waitMs = last.size > 1 ? last.endedAt + GROUP_INTERVAL_MS - performance.now() : 0
  return new Promise(resolve => (waitMs > 0 ? setTimeout(resolve, waitMs) : setImmediate(resolve)))
}

interface WriterParts<Command, Result> {
  storage: Storage
  marks: CommitMarks | undefined
  applyGroup: ApplyGroup<Command, Result>
}

/** Commits the group; a command that cannot be written fails alone. Throws only transient errors. */
async function commit<Command, Result>(
  parts: WriterParts<Command, Result>,
  entries: Entry<Command, Result>[],
): Promise<void> {
  try {
    await attempt(parts, entries)
  } catch (error) {
    if (isTransient(error)) throw error
    const [first] = entries
    if (first && entries.length === 1) return conclude(first, { error: error as Error })
    const middle = Math.ceil(entries.length / 2)
    await commit(parts, entries.slice(0, middle))
    await commit(parts, entries.slice(middle))
  }
}

async function attempt<Command, Result>(
  { storage, marks, applyGroup }: WriterParts<Command, Result>,
  entries: Entry<Command, Result>[],
): Promise<void> {
  let carried: Entry<Command, Result>[] = []
  let outcomes: Outcome<Result>[] | undefined
  let mark: number | undefined
  try {
    await storage.db.transaction().execute(async db => {
      mark = await marks?.leave(db)
      carried = entries.filter(entry => !entry.isOver)
      outcomes = await applyGroup(
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

function conclude<Command, Result>(entry: Entry<Command, Result>, outcome: Outcome<Result> | undefined): void {
  if (entry.isOver) return
  entry.isOver = true
  if (!outcome) entry.reject(new Error('a command was left without an outcome'))
  else if ('error' in outcome) entry.reject(outcome.error)
  else entry.resolve(outcome.value)
}

function giveUp<Command, Result>(entry: Entry<Command, Result>): void {
  conclude(entry, { error: new DatabaseUnavailable('the database did not take the change in time') })
}
