/** A gateway whose clients wait a second for a database that is away, to be started as a process of its own. */
import { buildAppContext } from '../../src/build-app-context.ts'
import { readEnvironment } from '../../src/environment.ts'
import { startServer } from '../../src/start-server.ts'

await startServer(readEnvironment(process.env), environment =>
  buildAppContext(environment, { requestPatienceMs: 1_000 }),
)
