/** Runs one thing when its turn comes. Rejects with the signal's reason if that is aborted while it waits. */
export type Slots = <Made>(signal: AbortSignal, run: () => Promise<Made>) => Promise<Made>

/** Lets so many run at once; the others wait, first come, first served. */
export function makeSlots(most: number): Slots {
  let free = most
  const waiting = new Set<() => void>()

  const turn = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const take = () => {
        signal.removeEventListener('abort', leave)
        waiting.delete(take)
        resolve()
      }
      const leave = () => {
        waiting.delete(take)
        reject(signal.reason)
      }
      if (signal.aborted) return leave()
      signal.addEventListener('abort', leave, { once: true })
      waiting.add(take)
    })

  return async (signal, run) => {
    if (free > 0) free--
    else await turn(signal)
    try {
      return await run()
    } finally {
      const [next] = waiting
      if (next) next()
      else free++
    }
  }
}
