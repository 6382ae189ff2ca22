import { DatabaseUnavailable } from '../../platform/storage/transient-errors.ts'

const TICK_MS = 250

interface Waiting {
  ticks: number
  reject(error: Error): void
}

/**
 * Lets callers wait for an outcome no longer than `patienceMs`. One timer serves all; time during which the process
 * stood still does not count.
 */
export function impatience(patienceMs: number): <Result>(outcome: Promise<Result>) => Promise<Result> {
  const waiting = new Set<Waiting>()
  let timer: Timer | null = null

  function tick(): void {
    for (const each of waiting) {
      each.ticks -= 1
      if (each.ticks > 0) continue
      waiting.delete(each)
      each.reject(new DatabaseUnavailable('the database did not accept the change in time; it will be retried'))
    }
    if (waiting.size > 0 || !timer) return
    clearInterval(timer)
    timer = null
  }

  return outcome =>
    new Promise((resolve, reject) => {
      const each: Waiting = { ticks: Math.ceil(patienceMs / TICK_MS), reject }
      waiting.add(each)
      timer ??= setInterval(tick, TICK_MS)
      outcome.then(
        value => {
          waiting.delete(each)
          resolve(value)
        },
        error => {
          waiting.delete(each)
          reject(error)
        },
      )
    })
}
