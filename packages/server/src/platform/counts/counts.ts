/** An amount to be counted under a name. */
export interface Count {
  key: string
  /** Milliseconds until the amount leaves the count; 0: it stays until it is removed, for running calls. */
  windowMs: number
  /** 0 or less: no limit. */
  limit: number
  /** More than 0. */
  amount: number
}

/** The slot each amount was counted in; or the index of the first that exceeds its limit, and for how long. */
export type Counted = { slots: readonly number[] } | { exceeded: number; waitMs: number }

/** Counts that are checked against limits. */
export interface Counts {
  /**
   * Counts all amounts, or none if one exceeds its limit. An amount above its own limit is counted if nothing else is.
   * @throws CountsUnavailable if the counts cannot be reached
   */
  take(counts: readonly Count[]): Counted | Promise<Counted>
  /** Adds to an amount in its slot, or subtracts at most what is there. Never waits and never throws. */
  correct(count: Pick<Count, 'key' | 'windowMs'>, slot: number, change: number): void
}

/** The shared counts cannot be reached or do not answer in time. */
export class CountsUnavailable extends Error {
  override name = 'CountsUnavailable'
}

/** Running calls have no slot. */
export const NO_SLOT = 0
/** How long to wait for a running call to end, which nobody can predict. */
export const PLACE_WAIT_MS = 1_000
