import pino from 'pino'
import type { Environment } from '../environment.ts'
import { prepareStorage } from '../prepare-storage.ts'
import type { RunningServer } from '../start-server.ts'
import { asStartError } from '../storage/db.ts'
import { STOPPING, startedAt } from '../told.ts'
import { claimPort } from './claim-port.ts'
import { startWorkers } from './supervisor.ts'

/** How long a worker may take to end beyond the wait for running calls. */
const LAST_RESORT_MS = 25_000

/**
 * Starts a server of several processes. This one serves nothing itself: it prepares the storage, keeps SQLite for all
 * workers, passes their messages on, and starts a worker again that died.
 *
 * @throws StartError
 */
export async function startWithWorkers(environment: Environment): Promise<RunningServer> {
  const log = pino({ level: environment.LOG_LEVEL })
  const since = Math.floor(Date.now() / 1000)
  const prepared = await prepareStorage(environment, log).catch(error => {
    throw asStartError(error, environment)
  })
  try {
    const { sqlite } = prepared
    // Workers open PostgreSQL themselves.
    if (!sqlite) await prepared.close()
    const claimed = await claimPort(environment)
    const workers = await startWorkers(environment.WORKERS, {
      port: claimed.port,
      since,
      sqlite,
      log,
    })
    log.info(startedAt(claimed.url))
    return {
      url: claimed.url,
      async stop(hurry) {
        log.info(STOPPING)
        await workers.stop(environment.DRAIN_SECONDS * 1000 + LAST_RESORT_MS, hurry)
        if (sqlite) await prepared.close()
      },
    }
  } catch (error) {
    prepared.abandon()
    throw error
  }
}
