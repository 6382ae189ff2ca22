/** A statement of a batch. Parameters are `$1`, `$2`, … and first appear in that order. */
export interface BatchStatement {
  text: string
  parameters: readonly Value[]
  /** How many rows it must change or return; any other number rolls back the whole batch. */
  expect?: number
  /** The name used in the error if the number differs. */
  what?: string
}

/** The rows that a statement returned. */
export type BatchRows = Record<string, string | number | null>[]

/**
 * Runs statements in one transaction: all take effect, in order, or none. Returns the rows of each. No two may write
 * the same table.
 */
export type Batch = (statements: readonly BatchStatement[]) => Promise<BatchRows[]>

/** A statement changed a different number of rows than it must. */
export class BatchMismatch extends Error {
  override name = 'BatchMismatch'
}

/** A parameter of a statement. */
export type Value = string | number | null
