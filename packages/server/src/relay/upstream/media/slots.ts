/** Runs a task when a slot is free. Rejects with the signal's reason if it is aborted while the task waits. */
export type Slots = <Result>(signal: AbortSignal, run: () => Promise<Result>) => Promise<Result>

/** Runs up to `most` tasks at once; the others wait in order of arrival. */
export function makeSlots(most: number): Slots {
  let free = most
  const waiting = new Set<() => void>()

  const waitForSlot = (signal: AbortSignal) =>
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
    else await waitForSlot(signal)
    try {
      return await run()
    } finally {
      const [next] = waiting
      if (next) next()
      else free++
    }
  }
}
