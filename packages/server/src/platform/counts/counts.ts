/** An amount to be counted under a name. */
export interface Count {
  key: string
  /** What is counted leaves the count after so long; 0: when it is taken off, for what runs at present. */
  windowMs: number
  /** 0 or less: no limit. */
  limit: number
  /** More than 0. */
  amount: number
}

/** Where each amount was counted; or the place of the first that exceeds its limit, and how long it does. */
export type Counted = { slots: readonly number[] } | { exceeded: number; waitMs: number }

/** What is counted against limits. */
export interface Counts {
  /**
   * Counts all amounts, or none of them where one exceeds its limit. An amount above its limit is counted where nothing else is.
   *
   * @throws CountsUnavailable when nobody can tell
   */
  take(counts: readonly Count[]): Counted | Promise<Counted>
  /** Adds to an amount where it was counted, or takes off as much of it as is there. Neither waits nor throws. */
  correct(count: Pick<Count, 'key' | 'windowMs'>, slot: number, change: number): void
}

/** Those who count for all nodes cannot be asked, or do not answer in time. */
export class CountsUnavailable extends Error {
  override name = 'CountsUnavailable'
}

/** What runs has no slot. */
export const NO_SLOT = 0
/** How long to wait for a place among what runs: nobody can know. */
export const PLACE_WAIT_MS = 1_000
