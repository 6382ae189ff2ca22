import { makeHealth } from '@tollgate/gateway'
import pino, { type Logger } from 'pino'
import packageJson from '../../../package.json' with { type: 'json' }
import type { AppContext } from './app-context.ts'
import { makeChangeEvents } from './change-events.ts'
import { joinCluster } from './cluster/index.ts'
import { linkBus } from './cluster/link-bus.ts'
import { connectionLimit } from './connections/limit.ts'
import { type Environment, StartError } from './environment.ts'
import { parseRanges } from './http/client-ip.ts'
import { makeOutbound } from './http/outbound.ts'
import { makeRateLimiter } from './http/rate-limit.ts'
import { makeJobs } from './jobs/index.ts'
import { jobTable } from './jobs/table.ts'
import { type LedgerTimings, openLedger } from './ledger/index.ts'
import { makeMailer } from './mail/mailer.ts'
import { makeNotifications } from './notifications/index.ts'
import { fetchWorker } from './options/fetch-worker.ts'
import { loadOptions } from './options/index.ts'
import { optionStore } from './options/store.ts'
import { type PreparedStorage, prepareStorage } from './prepare-storage.ts'
import { makePriceBook } from './pricing/index.ts'
import { batchStore } from './relay/batches/store.ts'
import { makeCachedShares } from './relay/billing/cached-shares.ts'
import { makeInFlightRegistry } from './relay/in-flight.ts'
import type { RelayDeps } from './relay/relay-deps.ts'
import { makeCallLimits } from './relay/request/call-limits.ts'
import { makeContentFilter } from './relay/request/content-filter.ts'
import { makeMemoryBudget } from './relay/request/memory-budget.ts'
import { makeTokenIndex } from './relay/request/token-index.ts'
import { makeChannelIndex } from './relay/routing/channel-index.ts'
import { shareHealth } from './relay/routing/share-health.ts'
import { makeBackgroundResponses } from './relay/stored-responses/background-responses.ts'
import { makeCredentials } from './relay/upstream/credentials/index.ts'
import { mediaFetchers } from './relay/upstream/media/fetch-media.ts'
import { makeConversations } from './responses/conversations.ts'
import { makeStoredResponses } from './responses/index.ts'
import { recogniseSetup } from './setup/recognise-setup.ts'
import { shareChangeEvents } from './share-change-events.ts'
import { makeWatchdog } from './watchdog.ts'
import { openPreparedStorage } from './workers/open-prepared-storage.ts'
import type { WorkerPlace } from './workers/worker-place.ts'

/** The app context with its relay, and how to close it. */
export interface RunningApp extends AppContext {
  relay: RelayDeps
  close(): Promise<void>
}

/**
 * Opens and checks everything the server depends on, in dependency order.
 *
 * @param place null where this process is the whole server
 */
export async function buildAppContext(
  environment: Environment,
  timings?: Partial<LedgerTimings>,
  place: WorkerPlace | null = null,
): Promise<RunningApp> {
  const log = pino({ level: environment.LOG_LEVEL })
  const prepared = place ? await openPreparedStorage(environment, place) : await prepareStorage(environment, log)
  try {
    return await openApp({ environment, prepared, log, timings, place })
  } catch (error) {
    prepared.abandon()
    throw error
  }
}

interface Opening {
  environment: Environment
  prepared: PreparedStorage
  log: Logger
  timings: Partial<LedgerTimings> | undefined
  place: WorkerPlace | null
}

async function openApp({ environment, prepared, log, timings, place }: Opening): Promise<RunningApp> {
  const { storage, secrets, proof } = prepared
  const workers = place?.workers ?? 1

  const cluster = await joinCluster({
    storage,
    redisUrl: environment.REDIS_URL,
    scope: secrets.fingerprint(proof),
    // Over Redis workers hear those of other machines too.
    bus: place && !environment.REDIS_URL ? linkBus(place.link) : undefined,
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
  const isOnlyNode = storage.kind === 'sqlite' && !place
  const ledger = await openLedger({ storage, bus: cluster.bus, settings, log, now, isOnlyNode }, timings)
  for (const [topic, kind] of [
    ['users', 'user'],
    ['tokens', 'token'],
  ] as const)
    changeEvents.on(topic, id => ledger.refresh(kind, id))
  const mailer = makeMailer(options)
  const outbound = makeOutbound({ worker: () => fetchWorker(options) })
  const prices = makePriceBook(options, changeEvents)
  const app: Omit<AppContext, 'jobs'> = {
    db: storage.db,
    reports: storage.reports,
    databaseKind: storage.kind,
    options,
    secrets,
    ledger,
    changeEvents,
    prices,
    mailer,
    outbound,
    notifications: makeNotifications({ db: storage.db, options, secrets, changeEvents, mailer, outbound, log, now }),
    rateLimiter: makeRateLimiter(() => performance.now() / 1000, bus),
    log,
    now,
    startedAt: place?.startedAt ?? now(),
    version: packageJson.version,
    trustedProxies: readTrustedProxies(environment.TRUSTED_PROXIES),
  }
  await recogniseSetup(app)
  const responses = makeStoredResponses({ db: storage.db, secrets, options, log, now })
  const backgroundResponses = makeBackgroundResponses(responses, log)
  const relay: RelayDeps = {
    tokens: makeTokenIndex(storage.db, secrets, changeEvents),
    callLimits: makeCallLimits(() => performance.now(), bus),
    memory: makeMemoryBudget(options, workers),
    contentFilter: makeContentFilter(options),
    channels: await makeChannelIndex(storage.db, secrets, changeEvents, log),
    responses,
    conversations: makeConversations({ db: storage.db, secrets, options, now }),
    backgroundResponses,
    options,
    prices,
    ledger,
    batches: batchStore(storage.db),
    notifications: app.notifications,
    credentials: makeCredentials(now),
    fetchMedia: mediaFetchers(outbound),
    health: shareHealth(makeHealth(), bus),
    watchdog: makeWatchdog(),
    cachedShares: makeCachedShares(),
    inFlight: makeInFlightRegistry(() => connectionLimit(options, workers)),
    log,
    now,
    random: Math.random,
  }
  changeEvents.start()
  return {
    ...app,
    relay,
    jobs: makeJobs({ storage, jobs: jobTable({ ...app, relay }), log }),
    async close() {
      own.stop()
      backgroundResponses.close()
      await responses.close()
      await ledger.close()
      await app.notifications.close()
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
