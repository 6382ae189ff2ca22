import { makeHealth } from '@tollgate/gateway'
import pino, { type Logger } from 'pino'
import packageJson from '../../../../package.json' with { type: 'json' }
import { makeChannelBalances } from '../channels/balances/index.ts'
import { makeChannelTests } from '../channels/tests/index.ts'
import { type LedgerTimings, openLedger } from '../money/ledger/index.ts'
import { makeAliases } from '../money/pricing/aliases.ts'
import { makePriceBook } from '../money/pricing/index.ts'
import { runImports } from '../moving-in/runs/run-imports.ts'
import { makeNotifications } from '../people/notifications/index.ts'
import { recogniseSetup } from '../people/setup/complete-setup.ts'
import { makeChangeEvents } from '../platform/cluster/change-events.ts'
import { joinCluster } from '../platform/cluster/index.ts'
import { shareChangeEvents } from '../platform/cluster/share-change-events.ts'
import { parseRanges } from '../platform/http/client-ip.ts'
import { makeOutbound } from '../platform/http/outbound.ts'
import { makeRateLimiter } from '../platform/http/rate-limit.ts'
import { makeMailer } from '../platform/mail/mailer.ts'
import type { Metrics } from '../platform/metrics/index.ts'
import { fetchWorker } from '../platform/options/fetch-worker.ts'
import { loadOptions } from '../platform/options/index.ts'
import { optionStore } from '../platform/options/store.ts'
import type { Probes } from '../platform/probes/probe.ts'
import { type Environment, StartError, serverName } from '../platform/process/environment.ts'
import { type LogRing, makeLogRing } from '../platform/process/log-ring.ts'
import { requestOfLine } from '../platform/process/request-id.ts'
import type { Ownership } from '../platform/storage/ownership.ts'
import { openTracing } from '../platform/tracing/open-tracing.ts'
import type { Predecessor } from '../platform/workers/upgrade/predecessor.ts'
import type { WorkerPlace } from '../platform/workers/worker-place.ts'
import { makeLive } from '../records/live/index.ts'
import { makeExportPlaces } from '../records/logs/export/places.ts'
import { makeChannelProbes } from '../relay/plan/health/channel-probes.ts'
import { shareHealth } from '../relay/plan/health/share-health.ts'
import { makeLastHour } from '../relay/plan/last-hour/last-hour.ts'
import { makeJobs } from '../site/jobs/index.ts'
import { jobTable } from '../site/jobs/table.ts'
import type { StatefulDeps } from '../stateful/stateful-deps.ts'
import type { AppContext, Services } from './app-context.ts'
import { buildRelay } from './build-relay.ts'
import { type PreparedStorage, prepareStorage } from './prepare-storage.ts'
import { watchApp } from './watch-app.ts'
import { openPreparedStorage } from './workers/open-prepared-storage.ts'

/** The app context with its relay, and how to close it. */
export interface RunningApp extends AppContext {
  relay: StatefulDeps
  metrics: Metrics
  probes: Probes
  /** Proves access: only the matching secret key opens this. */
  proof: string
  /** Set if this process owns the SQLite folder. */
  ownership: Ownership | undefined
  /** Announces that this process no longer has its database alone. */
  share(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens and checks everything the server depends on, in dependency order.
 * @param place null if this process is the whole server
 * @param predecessor the running server that this one takes over from
 */
export async function buildAppContext(
  environment: Environment,
  timings?: Partial<LedgerTimings>,
  place: WorkerPlace | null = null,
  predecessor: Predecessor | null = null,
): Promise<RunningApp> {
  const ring = makeLogRing()
  const level = environment.LOG_LEVEL
  const streams = [pino.destination(1), ring].map(stream => ({ level, stream }))
  const log = pino({ level, mixin: requestOfLine }, pino.multistream(streams as pino.StreamEntry[]))
  const prepared = place
    ? await openPreparedStorage(environment, place)
    : await prepareStorage(environment, log, predecessor)
  try {
    return await openApp({ environment, prepared, log, ring, timings, place, isAlone: !place && !predecessor })
  } catch (error) {
    prepared.abandon()
    throw error
  }
}

interface Opening {
  environment: Environment
  prepared: PreparedStorage
  log: Logger
  ring: LogRing
  timings: Partial<LedgerTimings> | undefined
  place: WorkerPlace | null
  /** No other process of the server uses the database. */
  isAlone: boolean
}

async function openApp({ environment, prepared, log, ring, timings, place, isAlone }: Opening): Promise<RunningApp> {
  const { storage, secrets, proof } = prepared
  const isOnlyNode = storage.kind === 'sqlite' && isAlone
  const cluster = await joinCluster({
    storage,
    redisUrl: environment.REDIS_URL,
    scope: secrets.fingerprint(proof),
    link: place?.link,
    isOnlyNode,
    log,
  })
  const { bus, now } = cluster
  const own = makeChangeEvents(log)
  const changeEvents = shareChangeEvents(own, cluster, log)
  const options = await loadOptions(optionStore(storage.db, secrets), changeEvents, log)
  const settings = () => ({
    keepsLogs: options.get('LogConsumeEnabled'),
    keepsFigures: options.get('DataExportEnabled'),
  })
  const live = makeLive({ reports: storage.reports, changeEvents, bus, log })
  const { written } = live
  const ledger = await openLedger({ storage, bus, settings, log, now, written, isOnlyNode }, timings)
  for (const [topic, kind] of [
    ['users', 'user'],
    ['tokens', 'token'],
  ] as const)
    changeEvents.on(topic, id => ledger.refresh(kind, id))
  const mailer = makeMailer(options)
  const outbound = makeOutbound({ worker: () => fetchWorker(options) })
  const prices = makePriceBook(options, changeEvents, await makeAliases(storage.db, options, changeEvents))
  const routing = { health: shareHealth(makeHealth(), bus), lastHour: makeLastHour(now, bus) }
  const app: Services = {
    db: storage.db,
    reports: storage.reports,
    databaseKind: storage.kind,
    dataFolder: storage.folder,
    databasePlace: storage,
    options,
    secrets,
    ledger,
    changeEvents,
    prices,
    mailer,
    outbound,
    notifications: makeNotifications({ db: storage.db, options, secrets, changeEvents, mailer, outbound, log, now }),
    rateLimiter: makeRateLimiter(() => performance.now() / 1000, { bus, secrets }),
    routing,
    live,
    exports: makeExportPlaces(),
    log,
    now,
    startedAt: place?.startedAt ?? now(),
    version: packageJson.version,
    trustedProxies: readTrustedProxies(environment.TRUSTED_PROXIES),
  }
  await recogniseSetup(app)
  const tracing = await openTracing(environment, { version: app.version, log })
  const { relay, close: closeRelay } = await buildRelay({
    app,
    routing,
    cluster,
    tracing,
    workers: place?.workers ?? 1,
    probes: isOnlyNode ? undefined : makeChannelProbes(storage),
    attemptFailed: (channel, failure) => channelTests.attemptFailed(channel, failure),
  })
  const channelBalances = makeChannelBalances({ ...relay, ...app })
  const channelTests = makeChannelTests({ ...relay, ...app, askBalance: channelBalances.ask })
  changeEvents.start()
  const jobs = makeJobs({
    storage,
    jobs: jobTable({
      ...app,
      relay,
      channelTests,
      channelBalances,
      runImports: signal => runImports({ ...app, storage }, signal),
      redisInfo: cluster.redisInfo,
    }),
    log,
    place: { server: serverName(environment), worker: place?.slot ?? 0 },
  })
  const watch = watchApp({ app, relay, jobs, storage, cluster, ring, environment, place })
  return {
    ...app,
    relay,
    channelTests,
    channelBalances,
    jobs,
    system: watch.system,
    metrics: watch.metrics,
    probes: watch.probes,
    proof,
    ownership: prepared.ownership,
    async share() {
      await Promise.all([ledger.share(), cluster.share()])
    },
    async close() {
      await watch.close()
      live.close()
      own.stop()
      await closeRelay()
      await ledger.close()
      await channelTests.idle()
      await app.notifications.close()
      await tracing?.close()
      await cluster.close()
      await prepared.close()
    },
  }
}

function readTrustedProxies(text: string): AppContext['trustedProxies'] {
  try {
    return parseRanges(text)
  } catch (error) {
    throw new StartError(
      `TRUSTED_PROXIES is wrong: ${(error as Error).message} is neither an address nor a CIDR range.`,
    )
  }
}
