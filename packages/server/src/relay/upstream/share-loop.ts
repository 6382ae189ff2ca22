/** Lets other calls in where one always finds work: its pieces are small, and now and then the event loop goes round. */
export interface LoopShare {
  /** To be awaited before the next piece of work; undefined: go on. */
  before(): Promise<void> | undefined
  /** The piece is at hand. */
  begins(): void
}

/** What one call does at most before others have their turn, give or take a piece. */
const LONGEST_WORK_MS = 5

export function shareLoop(): LoopShare {
  let begunAt = 0
  let workedMs = 0
  return {
    before() {
      if (begunAt > 0) workedMs += performance.now() - begunAt
      begunAt = 0
      if (workedMs < LONGEST_WORK_MS) return undefined
      workedMs = 0
      return nextTurn()
    },
    begins() {
      begunAt = performance.now()
    },
  }
}

/** Once the event loop went round. */
export const nextTurn = (): Promise<void> => new Promise(resolve => setImmediate(resolve))
