/** Lets one caller at a time use the writer, in order of arrival. */
export interface Turns {
  /**
   * Resolves when it is the caller's turn, to a function that ends it.
   * @param takeBack called while others wait: cleans up and returns true if the turn should be taken away
   */
  take(takeBack?: () => boolean): Promise<() => void>
}

const LOOK_EVERY_MS = 1_000

export function makeTurns(): Turns {
  let isTaken = false
  let takeBack: (() => boolean) | undefined
  let end: () => void = () => undefined
  const waiting: (() => void)[] = []
  let look: NodeJS.Timeout | undefined

  const begin = (mayTakeBack: (() => boolean) | undefined) => {
    isTaken = true
    takeBack = mayTakeBack
    let isOver = false
    end = () => {
      if (isOver) return
      isOver = true
      isTaken = false
      const next = waiting.shift()
      if (waiting.length === 0) clearInterval(look)
      next?.()
    }
    return end
  }

  return {
    async take(mayTakeBack) {
      if (!isTaken) return begin(mayTakeBack)
      return new Promise(resolve => {
        if (waiting.length === 0) look = setInterval(() => takeBack?.() && end(), LOOK_EVERY_MS)
        waiting.push(() => resolve(begin(mayTakeBack)))
      })
    },
  }
}
