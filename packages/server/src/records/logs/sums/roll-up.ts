import { type Db, databaseKindOf } from '../../../platform/storage/db.ts'
import { writersHaveEnded } from '../../../platform/storage/writers.ts'
import { newestLogId } from '../store.ts'
import { addRows } from './add-rows.ts'
import { addUnitsBelow, removeGone } from './add-units.ts'
import { LEVELS } from './units.ts'

/** Pause in which others can write. */
const PAUSE_MS = 5
/** Pieces summed before the next levels are built, so that a long run is useful before it ends. */
const PIECES_BETWEEN = 50
const PATIENCE_MS = 2_000

/** Adds new log rows to the sums in short transactions, and returns how many. Several nodes may run it concurrently. */
export async function rollUp(db: Db, signal: AbortSignal, patienceMs = PATIENCE_MS): Promise<number> {
  const pause = async () => {
    signal.throwIfAborted()
    await Bun.sleep(PAUSE_MS)
  }
  const upTo = await lastCommitted(db, patienceMs)
  let rows = 0
  for (let added = 1; added > 0; ) {
    for (let piece = 0; piece < PIECES_BETWEEN && added > 0; piece++) {
      added = await addRows(db, upTo)
      rows += added
      await pause()
    }
    for (const hours of LEVELS.slice(1)) while (await addUnitsBelow(db, hours)) await pause()
  }
  while (await removeGone(db)) await pause()
  return rows
}

/** An id up to which all rows are visible; 0 if none is found soon. */
async function lastCommitted(db: Db, patienceMs: number): Promise<number> {
  const newest = await newestLogId(db)
  // A row with a lower id may still be uncommitted.
  return databaseKindOf(db) === 'sqlite' || (await writersHaveEnded(db, 'logs', patienceMs)) ? newest : 0
}

/** Rows that are not summed up yet are counted one by one, so a busy log is summed up more often. */
const BUSY_ROWS = 1_000
const BUSY_SECONDS = 10
const QUIET_SECONDS = 60

/** The job that keeps the log's sums up to date. */
export function logSumsJob(db: Db) {
  let last = 0
  return {
    get everySeconds() {
      return last >= BUSY_ROWS ? BUSY_SECONDS : QUIET_SECONDS
    },
    async run(signal: AbortSignal): Promise<number> {
      last = await rollUp(db, signal)
      return last
    },
  }
}
