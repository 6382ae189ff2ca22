import { hostname } from 'node:os'
import { sql } from 'kysely'
import { seenNodes } from '../money/ledger/index.ts'
import type { Cluster } from '../platform/cluster/index.ts'
import { makeMetrics } from '../platform/metrics/index.ts'
import { makeProbes } from '../platform/probes/probe.ts'
import { watchState } from '../platform/probes/server-state.ts'
import type { Environment } from '../platform/process/environment.ts'
import type { Storage } from '../platform/storage/db.ts'
import { linkSiblings, noSiblings } from '../platform/workers/siblings.ts'
import type { WorkerPlace } from '../platform/workers/worker-place.ts'
import { watchServer } from '../site/alerts/watch-server.ts'
import type { Jobs } from '../site/jobs/index.ts'
import type { StatefulDeps } from '../stateful/stateful-deps.ts'
import type { Services } from './app-context.ts'

interface WatchedApp {
  app: Services
  relay: Pick<StatefulDeps, 'inFlight' | 'meter' | 'health'>
  jobs: Jobs
  storage: Storage
  redisUp: Cluster['redisUp']
  environment: Environment
  place: WorkerPlace | null
}

/** Reports on the server's state: metrics, probes and alerts. */
export function watchApp({ app, relay, jobs, storage, redisUp, environment, place }: WatchedApp) {
  const { ledger, version } = app
  const askDatabase = () => sql`select 1`.execute(storage.db)
  const isLedgerInTrouble = () => ledger.standing().isInTrouble
  const isDraining = () => relay.inFlight.isClosed()
  const watched = watchState({
    askDatabase,
    // It changes nothing, but a database that accepts no writes refuses it.
    tryToWrite: () => sql`update nodes set mark = mark where id = ''`.execute(storage.db),
    readNodes: () => seenNodes(storage),
    ownNode: ledger.node,
    isLedgerInTrouble,
    isDatabaseFull: () => ledger.standing().isDatabaseFull,
    isDraining,
    redisUp,
    dataFolder: storage.folder,
    time: () => performance.now(),
  })
  const server = `${hostname()}:${environment.PORT}`
  const { close } = watchServer({ ...app, watched, meter: relay.meter, server, isFirst: (place?.slot ?? 0) === 0 })
  const metrics = makeMetrics({
    ledger,
    db: storage.db,
    jobs,
    meter: relay.meter,
    callsRunning: () => relay.inFlight.size(),
    waiting: storage.waiting,
    breakers: now => relay.health.breakers(now),
    siblings: place ? linkSiblings(place.link, place.slot) : noSiblings,
    version,
    serverState: watched.state,
  })
  return { metrics, probes: makeProbes({ askDatabase, isLedgerInTrouble, isDraining }), close }
}
