/** A gateway whose clients wait one second for an unreachable database, to be started as a separate process. */

import { readEnvironment } from '../../src/platform/process/environment.ts'
import { buildAppContext } from '../../src/start/build-app-context.ts'
import { startServer } from '../../src/start/start-server.ts'

await startServer(readEnvironment(process.env), environment =>
  buildAppContext(environment, { requestPatienceMs: 1_000 }),
)
