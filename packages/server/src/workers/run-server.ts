import type { Environment } from '../environment.ts'
import type { BuildApp, RunningServer } from '../start-server.ts'
import { stopOnSignals } from './stop-on-signals.ts'
import { readWorkerPlace } from './worker-place.ts'

/**
 * Runs this process as what it was started for: the whole server, its supervisor, or one of its workers. Only what that
 * takes is loaded.
 *
 * @throws StartError
 */
export async function runServer(environment: Environment, build?: BuildApp): Promise<void> {
  const place = readWorkerPlace(environment.WORKERS)
  if (place) {
    const { serveAsWorker } = await import('./worker.ts')
    return serveAsWorker(environment, place, build)
  }
  stopOnSignals(await startAll(environment, build), environment.DRAIN_SECONDS)
}

async function startAll(environment: Environment, build?: BuildApp): Promise<RunningServer> {
  if (environment.WORKERS > 1) {
    const { startWithWorkers } = await import('./start-with-workers.ts')
    return startWithWorkers(environment)
  }
  const { startServer } = await import('../start-server.ts')
  return startServer(environment, build)
}
