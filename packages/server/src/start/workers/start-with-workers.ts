import pino from 'pino'
import type { Environment } from '../../platform/process/environment.ts'
import { STOPPING, startedAt } from '../../platform/process/told.ts'
import { asStartError } from '../../platform/storage/db.ts'
import { claimPort, type HeldPort } from '../../platform/workers/claim-port.ts'
import { holdPort } from '../../platform/workers/hold-port.ts'
import { startWorkers } from '../../platform/workers/supervisor.ts'
import { listenersEach } from '../../platform/workers/upgrade/listeners-each.ts'
import type { Predecessor } from '../../platform/workers/upgrade/predecessor.ts'
import { prepareStorage } from '../prepare-storage.ts'
import type { RunningServer } from '../start-server.ts'

/** How long a worker may take to end after the wait for running calls. */
const LAST_RESORT_MS = 25_000

/**
 * Starts a server of several processes. This one serves no requests: it prepares the storage, runs SQLite for all
 * workers, passes their messages on, and restarts dead workers.
 * @throws StartError
 */
export async function startWithWorkers(
  environment: Environment,
  predecessor: Predecessor | null = null,
): Promise<RunningServer> {
  const log = pino({ level: environment.LOG_LEVEL })
  const since = Math.floor(Date.now() / 1000)
  const prepared = await prepareStorage(environment, log, predecessor).catch(error => {
    throw asStartError(error, environment)
  })
  try {
    const { ownership, proof } = prepared
    // Workers open PostgreSQL themselves.
    if (!ownership) await prepared.close()
    const { port, url, letGo } = predecessor?.listeners
      ? joinPort(environment, predecessor)
      : await claimPort(environment)
    const workers = await startWorkers(environment.WORKERS, {
      port,
      since,
      listeners: listenersEach(environment.WORKERS, predecessor),
      sqlite: ownership?.service,
      log,
    })
    log.info(startedAt(url))
    return {
      url,
      port,
      log,
      async stop(hurry) {
        log.info(STOPPING)
        await workers.stop(environment.DRAIN_SECONDS * 1000 + LAST_RESORT_MS, hurry)
        if (ownership) await prepared.close()
      },
      upgradable: {
        proof,
        ownership,
        listeners: workers.listeners,
        // Each worker is already one node of several.
        share: async () => undefined,
        async stepAside(next) {
          await workers.stepAside(next)
          letGo()
        },
        spread: workers.spread,
        async finish() {
          await workers.finish()
          if (ownership) await prepared.close()
        },
      },
    }
  } catch (error) {
    prepared.abandon()
    throw error
  }
}

/** The running server keeps the port reserved until it leaves. */
function joinPort({ HOST, PORT }: Environment, { url }: Predecessor): HeldPort {
  return { port: PORT, url, letGo: holdPort(HOST, PORT) }
}
