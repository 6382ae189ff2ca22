import type { Job } from './job.ts'

const BATCH_ROWS = 500
/** Pause in which calls can use the database. */
const PAUSE_MS = 5

/** The work of a job that removes rows: a batch at a time, until a batch is not full. */
export const inBatches =
  (removeSome: (limit: number) => Promise<number>): Job['run'] =>
  async signal => {
    let removed = 0
    for (;;) {
      signal.throwIfAborted()
      const count = await removeSome(BATCH_ROWS)
      removed += count
      if (count < BATCH_ROWS) return removed
      await Bun.sleep(PAUSE_MS)
    }
  }
