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
