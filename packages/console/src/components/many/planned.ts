/** A change of one row, previewed before it is made. */
export interface Planned {
  name: string
  /** The differences, one per line. */
  lines: string[]
  apply: () => Promise<unknown>
  /** Undoes it. */
  undo: () => Promise<unknown>
}
