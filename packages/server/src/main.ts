import { readEnvironment, StartError } from './environment.ts'
import { startServer } from './start-server.ts'

/** A stream that outlives this is cut off, so that a restart ends. */
const LONGEST_FAREWELL_MS = 30_000

try {
  const server = await startServer(readEnvironment(process.env))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      setTimeout(() => process.exit(1), LONGEST_FAREWELL_MS).unref()
      await server.stop()
      process.exit(0)
    })
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exit(1)
}
