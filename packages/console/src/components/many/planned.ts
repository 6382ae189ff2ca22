/** A change of one row, as it is shown before it is made. */
export interface Planned {
  name: string
  /** What will differ, a line each. */
  lines: string[]
  apply: () => Promise<unknown>
  /** Takes it back after it was made. */
  undo: () => Promise<unknown>
}
