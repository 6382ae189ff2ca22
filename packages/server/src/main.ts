import { readEnvironment, StartError } from './environment.ts'
import { startServer } from './start-server.ts'

try {
  await startServer(readEnvironment(process.env))
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exit(1)
}
