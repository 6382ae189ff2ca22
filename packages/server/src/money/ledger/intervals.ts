import type { Logger } from 'pino'

/** What a node does at intervals until it leaves. */
export interface Intervals {
  /** Runs `act` at an interval, one run at a time; the next run retries failures. Logs the first failure in a row. */
  every(ms: number, what: string, act: () => Promise<void>): void
  stop(): void
}

export function makeIntervals(log: Pick<Logger, 'warn'>): Intervals {
  const timers = new Set<Timer>()
  return {
    every(ms, what, act) {
      let [isRunning, hasFailed] = [false, false]
      const timer = setInterval(async () => {
        if (isRunning) return
        isRunning = true
        try {
          await act()
          hasFailed = false
        } catch (error) {
          if (!hasFailed) log.warn({ err: error }, what)
          hasFailed = true
        }
        isRunning = false
      }, ms)
      timer.unref()
      timers.add(timer)
    },
    stop() {
      for (const timer of timers) clearInterval(timer)
    },
  }
}
