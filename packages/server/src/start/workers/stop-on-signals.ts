import type { RunningServer } from '../start-server.ts'

/** Signals within this time count as one: terminals and service managers also signal our parents, which pass it on. */
const ONE_SIGNAL_MS = 1_000
/** How long the shutdown may take after the wait for running calls. */
const LAST_RESORT_MS = 30_000

/** Stops the server at the first signal and ends the process; a later signal hurries it. */
export function stopOnSignals(server: Pick<RunningServer, 'stop'>, drainSeconds: number): void {
  const hurry = new AbortController()
  let firstSignalAt: number | null = null

  const stop = async () => {
    setTimeout(() => process.exit(1), drainSeconds * 1000 + LAST_RESORT_MS).unref()
    await server.stop(hurry.signal)
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (firstSignalAt === null) {
        firstSignalAt = performance.now()
        stop()
      } else if (performance.now() - firstSignalAt > ONE_SIGNAL_MS) hurry.abort()
    })
  }
}
