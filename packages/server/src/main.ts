import { readEnvironment, StartError } from './environment.ts'
import { startServer } from './start-server.ts'

/** Signals that come together are one: a terminal and service managers send them to our parents too, who pass them on. */
const ONE_SIGNAL_MS = 1_000
/** What the farewell may take beyond waiting for what runs. */
const LAST_RESORT_MS = 30_000

try {
  const environment = readEnvironment(process.env)
  const server = await startServer(environment)
  const hurry = new AbortController()
  let firstSignalAt: number | null = null

  const stop = async () => {
    setTimeout(() => process.exit(1), environment.DRAIN_SECONDS * 1000 + LAST_RESORT_MS).unref()
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
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exit(1)
}
