/** Lets other calls run while one always finds work: between its small pieces it yields to the event loop now and then. */
export interface LoopShare {
  /** Await it before the next piece of work; undefined: go on at once. */
  before(): Promise<void> | undefined
  /** A piece of work begins. */
  begins(): void
}

/** The longest work before a yield, give or take one piece. */
const LONGEST_WORK_MS = 5

export function shareLoop(): LoopShare {
  let startedAt = 0
  let workedMs = 0
  return {
    before() {
      if (startedAt > 0) workedMs += performance.now() - startedAt
      startedAt = 0
      if (workedMs < LONGEST_WORK_MS) return undefined
      workedMs = 0
      return yieldToEventLoop()
    },
    begins() {
      startedAt = performance.now()
    },
  }
}

/** Resolves in the next round of the event loop. */
export const yieldToEventLoop = (): Promise<void> => new Promise(resolve => setImmediate(resolve))
