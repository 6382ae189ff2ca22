/** Lets other calls run during long work: yields to the event loop now and then, between small pieces. */
export interface LoopShare {
  /** Await it before the next piece of work; undefined: continue at once. */
  before(): Promise<void> | undefined
  /** Marks the start of a piece of work. */
  begins(): void
}

/** The longest work before a yield, plus at most one piece. */
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

/** About 5 ms of work: 64 KiB of text that is read several times. */
export const MOST_BYTES_A_TURN = 64 * 1024
/** Every item has a fixed cost, however short it is. */
export const BYTES_OF_AN_ITEM = 256

/**
 * Shares the loop by the amount of work, for many small pieces. Await the result after each piece; undefined: continue
 * at once.
 */
export function shareByBytes(): (bytes: number) => Promise<void> | undefined {
  let left = MOST_BYTES_A_TURN
  return bytes => {
    left -= bytes + BYTES_OF_AN_ITEM
    if (left > 0) return undefined
    left = MOST_BYTES_A_TURN
    return yieldToEventLoop()
  }
}

/** Resolves in the next turn of the event loop. */
export const yieldToEventLoop = (): Promise<void> => new Promise(resolve => setImmediate(resolve))
