import { readEnvironment, StartError } from './environment.ts'
import { runServer } from './workers/run-server.ts'

try {
  await runServer(readEnvironment(process.env))
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exit(1)
}
