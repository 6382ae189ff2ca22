/** A gateway whose clients wait a second for a database that is away, to be started as a process of its own. */
import { buildWorld } from '../build-world.ts'
import { readEnvironment } from '../environment.ts'
import { startServer } from '../start-server.ts'

await startServer(readEnvironment(process.env), environment => buildWorld(environment, { requestPatienceMs: 1_000 }))
