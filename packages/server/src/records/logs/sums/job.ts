import type { Db } from '../../../platform/storage/db.ts'
import { rollUp } from './roll-up.ts'

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
