/** A gateway whose clients wait a second for a database that is away, to be started as a process of its own. */

import { readEnvironment } from '../../src/platform/process/environment.ts'
import { buildAppContext } from '../../src/start/build-app-context.ts'
import { startServer } from '../../src/start/start-server.ts'

await startServer(readEnvironment(process.env), environment =>
  buildAppContext(environment, { requestPatienceMs: 1_000 }),
)
