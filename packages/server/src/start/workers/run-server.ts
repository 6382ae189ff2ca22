import { type Environment, StartError } from '../../platform/process/environment.ts'
import { makeFolder } from '../../platform/storage/private-folder.ts'
import { offerHandOver } from '../../platform/workers/upgrade/hand-over.ts'
import { meetPredecessor, type Predecessor } from '../../platform/workers/upgrade/predecessor.ts'
import { tellServiceManager } from '../../platform/workers/upgrade/tell-service-manager.ts'
import { readWorkerPlace } from '../../platform/workers/worker-place.ts'
import type { BuildApp, RunningServer } from '../start-server.ts'
import { stopOnSignals } from './stop-on-signals.ts'

/**
 * Runs this process in its role: the whole server, its supervisor, or one of its workers. Loads only what that role
 * needs.
 * @throws StartError
 */
export async function runServer(environment: Environment, build?: BuildApp): Promise<void> {
  const place = readWorkerPlace(environment.WORKERS)
  if (place) {
    const { serveAsWorker } = await import('./worker.ts')
    return serveAsWorker(environment, place, build)
  }
  const predecessor = environment.TAKE_OVER === '1' ? await meetPredecessor(environment) : null
  const server = await startAll(environment, build, predecessor)
  let offerNoMore: () => void = () => undefined
  const stop = (hurry?: AbortSignal) => {
    offerNoMore()
    return server.stop(hurry)
  }
  stopOnSignals({ stop }, environment.DRAIN_SECONDS)
  const { upgradable } = server
  void predecessor?.serving(upgradable.listeners()).then(upgradable.spread)
  offerNoMore = await offer(environment, server)
  tellServiceManager()
}

async function startAll(
  environment: Environment,
  build: BuildApp | undefined,
  predecessor: Predecessor | null,
): Promise<RunningServer> {
  if (environment.WORKERS > 1) {
    const { startWithWorkers } = await import('./start-with-workers.ts')
    return startWithWorkers(environment, predecessor)
  }
  const { startServer } = await import('../start-server.ts')
  return startServer(environment, build, null, predecessor)
}

/** A server that cannot offer a takeover still serves, but must be stopped for an upgrade. */
async function offer(environment: Environment, { port, url, upgradable, log }: RunningServer): Promise<() => void> {
  const nothing = () => undefined
  if (process.platform !== 'linux') return nothing
  try {
    makeFolder(environment.DATA_DIR)
    return await offerHandOver({ environment, port, url, upgradable, log })
  } catch (error) {
    log.warn({ err: error instanceof StartError ? error.message : error }, 'this server cannot be taken over from')
    return nothing
  }
}
