import type { Channel } from '@tollgate/contract'

export interface BatchState {
  done: number
  total: number
  /** Why channels failed. */
  failures: { name: string; reason: string }[]
  isOver: boolean
}

interface Batch {
  channels: Channel[]
  /** How many channels one call handles. */
  atOnce: number
  act(channels: Channel[]): Promise<unknown>
  /** Called before each call. */
  isStopped(): boolean
  onProgress(state: BatchState): void
}

/** Applies an action to channels, one call after another. Failures are noted, and the rest continues. */
export async function runBatch({ channels, atOnce, act, isStopped, onProgress }: Batch): Promise<BatchState> {
  let state: BatchState = { done: 0, total: channels.length, failures: [], isOver: false }
  const tell = (change: Partial<BatchState>) => {
    state = { ...state, ...change }
    onProgress(state)
  }
  tell({})
  for (let start = 0; start < channels.length && !isStopped(); start += atOnce) {
    const some = channels.slice(start, start + atOnce)
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
