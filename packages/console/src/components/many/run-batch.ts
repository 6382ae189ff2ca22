export interface BatchState {
  done: number
  total: number
  /** Why rows failed. */
  failures: { name: string; reason: string }[]
  isOver: boolean
}

interface Batch<Row> {
  rows: readonly Row[]
  /** How many rows one call handles. */
  atOnce: number
  act(rows: Row[]): Promise<unknown>
  /** Called before each call. */
  isStopped(): boolean
  onProgress(state: BatchState): void
}

/** Applies an action to rows, one call after another. Failures are recorded, and the rest continues. */
export async function runBatch<Row extends { name: string }>(batch: Batch<Row>): Promise<BatchState> {
  const { rows, atOnce, act, isStopped, onProgress } = batch
  let state: BatchState = { done: 0, total: rows.length, failures: [], isOver: false }
  const tell = (change: Partial<BatchState>) => {
    state = { ...state, ...change }
    onProgress(state)
  }
  tell({})
  for (let start = 0; start < rows.length && !isStopped(); start += atOnce) {
    const some = rows.slice(start, start + atOnce)
    try {
      await act(some)
      tell({ done: state.done + some.length })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      tell({ failures: [...state.failures, ...some.map(({ name }) => ({ name, reason }))] })
    }
  }
  tell({ isOver: true })
  return state
}
