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

/** The rows that a statement returned. */
export type BatchRows = Record<string, string | number | null>[]

/** Runs statements in one transaction: all take effect, in order, or none. Answers the rows of each. No two write the same table. */
export type Batch = (statements: readonly BatchStatement[]) => Promise<BatchRows[]>

/** A statement changed another number of rows than it must. */
export class BatchMismatch extends Error {
  override name = 'BatchMismatch'
}
