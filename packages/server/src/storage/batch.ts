import type { Value } from './value.ts'

/** A statement of a batch. Parameters are `$1`, `$2`, … and first appear in that order. */
export interface BatchStatement {
  text: string
  parameters: readonly Value[]
  /** How many rows it must change or return; with any other number nothing of the batch takes effect. */
  expect?: number
  /** Named in the error when the number is another. */
  what?: string
}

/** What a statement did: the rows it returned, or how many it changed. */
export interface BatchResult {
  rows: Record<string, string | number | null>[]
  changed: number
}

/** Runs statements in one transaction: all take effect, in order, or none. No two of them write the same table. */
export type Batch = (statements: readonly BatchStatement[]) => Promise<BatchResult[]>

/** A statement changed another number of rows than it must. */
export class BatchMismatch extends Error {
  override name = 'BatchMismatch'
}
