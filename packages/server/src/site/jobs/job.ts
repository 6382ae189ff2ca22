/** The interval of a job that runs only on request. */
export const ONLY_BY_HAND = 0

/** A background job. */
export interface Job {
  /** The interval between the starts of two runs, which options may change; `ONLY_BY_HAND`: never automatically. */
  readonly everySeconds: number
  /**
   * Does the pending work, and returns how many items it handled. When the signal is aborted it soon throws the
   * signal's reason. An interrupted run is repeated from the start, so doing half of it twice must be harmless.
   * @throws any error; it is logged and shown, and the next run comes as planned
   */
  run(signal: AbortSignal): Promise<number>
}

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
