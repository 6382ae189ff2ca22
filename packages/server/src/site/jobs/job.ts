/** The interval of a job that begins only when somebody asks for it. */
export const ONLY_BY_HAND = 0

/** A background job. */
export interface Job {
  /** From the start of one run to the start of the next, which options may change; `ONLY_BY_HAND`: none follows by itself. */
  readonly everySeconds: number
  /**
   * Does what there is to do, and says how many things that were. When the signal is aborted it throws its reason soon. A
   * run that was interrupted is made again from the start, so that doing half of it twice must do no harm.
   *
   * @throws whatever keeps it from being done; it is logged, shown, and the next run comes as planned
   */
  run(signal: AbortSignal): Promise<number>
}
