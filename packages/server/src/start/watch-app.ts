import { sql } from 'kysely'
import { seenNodes } from '../money/ledger/index.ts'
import type { Cluster } from '../platform/cluster/index.ts'
import { makeMetrics } from '../platform/metrics/index.ts'
import { makeProbes } from '../platform/probes/probe.ts'
import { watchState } from '../platform/probes/server-state.ts'
import { type Environment, serverName } from '../platform/process/environment.ts'
import type { LogRing } from '../platform/process/log-ring.ts'
import type { Storage } from '../platform/storage/db.ts'
import { linkSiblings, noSiblings } from '../platform/workers/siblings.ts'
import type { WorkerPlace } from '../platform/workers/worker-place.ts'
import { watchServer } from '../site/alerts/watch-server.ts'
import type { Jobs } from '../site/jobs/index.ts'
import { makeSystem } from '../site/system/index.ts'
import { watchVitals } from '../site/system/vitals.ts'
import type { StatefulDeps } from '../stateful/stateful-deps.ts'
import type { Services } from './app-context.ts'

interface WatchedApp {
  app: Services
  relay: Pick<StatefulDeps, 'inFlight' | 'meter' | 'health'>
  jobs: Jobs
  storage: Storage
  cluster: Pick<Cluster, 'bus' | 'redisUp' | 'redisInfo'>
  ring: LogRing
  environment: Environment
  place: WorkerPlace | null
}

/** What tells others how the server fares: metrics, probes, alerts and the page of the system. */
export function watchApp({ app, relay, jobs, storage, cluster, ring, environment, place }: WatchedApp) {
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
    redisUp: cluster.redisUp,
    dataFolder: storage.folder,
    time: () => performance.now(),
  })
  const server = serverName(environment)
  const alerts = watchServer({ ...app, watched, meter: relay.meter, server, isFirst: (place?.slot ?? 0) === 0 })
  const siblings = place ? linkSiblings(place.link, place.slot) : noSiblings
  const metrics = makeMetrics({
    ledger,
    db: storage.db,
    jobs,
    meter: relay.meter,
    callsRunning: () => relay.inFlight.size(),
    waiting: storage.waiting,
    breakers: now => relay.health.breakers(now),
    siblings,
    version,
    serverState: watched.state,
  })
  const vitals = watchVitals({
    ...app,
    bus: cluster.bus,
    node: ledger.node,
    server,
    worker: siblings.slot,
  })
  return {
    metrics,
    system: makeSystem({ storage, vitals, ring, siblings, redisInfo: cluster.redisInfo }),
    probes: makeProbes({ askDatabase, isLedgerInTrouble, isDraining }),
    async close() {
      vitals.close()
      await alerts.close()
    },
  }
}
