import type { Environment } from '../../platform/process/environment.ts'
import { StartError } from '../../platform/process/environment.ts'
import type { WorkerPlace } from '../../platform/workers/worker-place.ts'
import { type BuildApp, startServer } from '../start-server.ts'

/** Serves as one of several workers, until the supervisor says stop or is gone. */
export async function serveAsWorker(environment: Environment, place: WorkerPlace, build?: BuildApp): Promise<void> {
  const { link } = place
  // Terminals and service managers also signal workers; the supervisor decides what follows.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  const hurry = new AbortController()
  const starting = startServer(environment, build, place)
  link.on('hurry', () => hurry.abort())
  link.on('stop', async () => {
    await (await starting).stop(hurry.signal)
    process.exit(0)
  })
  link.on('stepAside', async order => {
    await (await starting).stepAside(order)
    link.send('aside', null)
  })
  link.on('spread', async () => (await starting).spread())
  link.on('finish', async () => {
    await (await starting).finish()
    process.exit(0)
  })
  try {
    await starting
    link.send('ready', null)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    link.send('failed', error.message)
  }
}
