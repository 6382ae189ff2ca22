import { hostname } from 'node:os'
import { defaultPrice, makeHealth } from '@tollgate/gateway'
import { sql } from 'kysely'
import pino, { type Logger } from 'pino'
import packageJson from '../../../package.json' with { type: 'json' }
import { watchServer } from './alerts/watch-server.ts'
import type { AppContext } from './app-context.ts'
import { buildKeyStates } from './build-key-states.ts'
import { makeChangeEvents } from './change-events.ts'
import { makeChannelBalances } from './channel-balances/index.ts'
import { raiseFlag } from './channel-flags/raise-flag.ts'
import { makeChannelTests } from './channel-tests/index.ts'
import { countsOfNodes } from './cluster/counts-of-nodes.ts'
import { joinCluster } from './cluster/index.ts'
import { connectionLimit } from './connections/limit.ts'
import { localCounts } from './counts/local-counts.ts'
import { type Environment, StartError } from './environment.ts'
import { makeAddressLimits } from './http/address-limits.ts'
import { parseRanges } from './http/client-ip.ts'
import { makeFileOpener } from './http/open-file.ts'
import { makeOutbound } from './http/outbound.ts'
import { makeRateLimiter } from './http/rate-limit.ts'
import { makeJobs } from './jobs/index.ts'
import { jobTable } from './jobs/table.ts'
import { type LedgerTimings, openLedger, seenNodes } from './ledger/index.ts'
import { makeLive } from './live/index.ts'
import { makeMailer } from './mail/mailer.ts'
import { makeCallMeter } from './metrics/call-meter.ts'
import { type Metrics, makeMetrics } from './metrics/index.ts'
import { makeNotifications } from './notifications/index.ts'
import { fetchWorker } from './options/fetch-worker.ts'
import { loadOptions } from './options/index.ts'
import { optionStore } from './options/store.ts'
import { type PreparedStorage, prepareStorage } from './prepare-storage.ts'
import { makePriceBook } from './pricing/index.ts'
import { makeProbes, type Probes } from './probes/probe.ts'
import { watchState } from './probes/server-state.ts'
import { batchStore } from './relay/batches/store.ts'
import { makeCachedShares } from './relay/billing/cached-shares.ts'
import { makeTokenAccounts } from './relay/endpoints/billing/accounts.ts'
import { makeInFlightRegistry } from './relay/in-flight.ts'
import { admitSession } from './relay/playground/admit-session.ts'
import type { RelayDeps } from './relay/relay-deps.ts'
import { makeCallLimits } from './relay/request/call-limits.ts'
import { makeContentFilter } from './relay/request/content-filter.ts'
import { makeMemoryBudget } from './relay/request/memory-budget.ts'
import { makeTokenIndex } from './relay/request/token-index.ts'
import { makeAffinity } from './relay/routing/affinity/affinity.ts'
import { makeConversationMarks } from './relay/routing/affinity/conversation-marks.ts'
import { makeServedChecks } from './relay/routing/attempt/served-checks.ts'
import { makeChannelIndex } from './relay/routing/channel-index.ts'
import { makeChannelLimits } from './relay/routing/channel-limits.ts'
import { makeChannelProbes } from './relay/routing/health/channel-probes.ts'
import { shareHealth } from './relay/routing/health/share-health.ts'
import { makeLastHour } from './relay/routing/last-hour/last-hour.ts'
import { makeBackgroundResponses } from './relay/stored-responses/background-responses.ts'
import { tellClient } from './relay/tasks/midjourney/tell-client.ts'
import { readTaskChannel } from './relay/tasks/task-channels.ts'
import { makeCredentials } from './relay/upstream/credentials/index.ts'
import { mediaFetchers } from './relay/upstream/media/fetch-media.ts'
import { requestOfLine } from './request-id.ts'
import { makeConversations } from './responses/conversations.ts'
import { makeStoredResponses } from './responses/index.ts'
import { recogniseSetup } from './setup/recognise-setup.ts'
import { shareChangeEvents } from './share-change-events.ts'
import type { Ownership } from './storage/ownership.ts'
import { openTracing } from './tracing/open-tracing.ts'
import { makeWatchdog } from './watchdog.ts'
import { openPreparedStorage } from './workers/open-prepared-storage.ts'
import { linkSiblings, noSiblings } from './workers/siblings.ts'
import type { Predecessor } from './workers/upgrade/predecessor.ts'
import type { WorkerPlace } from './workers/worker-place.ts'

/** The app context with its relay, and how to close it. */
export interface RunningApp extends AppContext {
  relay: RelayDeps
  metrics: Metrics
  probes: Probes
  /** Only its secret key opens it. */
  proof: string
  /** Where this process has the SQLite folder. */
  ownership: Ownership | undefined
  /** This process was alone with its database: from now on others write to it. */
  share(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens and checks everything the server depends on, in dependency order.
 *
 * @param place null where this process is the whole server
 * @param predecessor the running server that this one takes over from
 */
export async function buildAppContext(
  environment: Environment,
  timings?: Partial<LedgerTimings>,
  place: WorkerPlace | null = null,
  predecessor: Predecessor | null = null,
): Promise<RunningApp> {
  const log = pino({ level: environment.LOG_LEVEL, mixin: requestOfLine })
  const prepared = place
    ? await openPreparedStorage(environment, place)
    : await prepareStorage(environment, log, predecessor)
  try {
    return await openApp({ environment, prepared, log, timings, place, isAlone: !place && !predecessor })
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
  /** No other process of the server uses the database. */
  isAlone: boolean
}

async function openApp({ environment, prepared, log, timings, place, isAlone }: Opening): Promise<RunningApp> {
  const { storage, secrets, proof } = prepared
  const workers = place?.workers ?? 1

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
  const prices = makePriceBook(options, changeEvents)
  const routing = { health: shareHealth(makeHealth(), bus), lastHour: makeLastHour(now, bus) }
  const app: Omit<AppContext, 'jobs' | 'channelTests' | 'channelBalances'> = {
    db: storage.db,
    reports: storage.reports,
    databaseKind: storage.kind,
    dataFolder: storage.folder,
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
    log,
    now,
    startedAt: place?.startedAt ?? now(),
    version: packageJson.version,
    trustedProxies: readTrustedProxies(environment.TRUSTED_PROXIES),
  }
  await recogniseSetup(app)
  const counts = countsOfNodes(
    localCounts(() => performance.now()),
    cluster.counts,
    () => options.get('rate_limit_setting.without_redis') === 'refuse',
  )
  const keyStates = await buildKeyStates(app)
  const responses = makeStoredResponses({ db: storage.db, secrets, options, log, now })
  const backgroundResponses = makeBackgroundResponses(responses, log)
  const tracing = await openTracing(environment, { version: app.version, log })
  const relay: RelayDeps = {
    tokens: makeTokenIndex(storage.db, secrets, changeEvents),
    admitSession: (request, route) => admitSession(request, route, app),
    callLimits: makeCallLimits(counts),
    addressLimits: makeAddressLimits(options, app.rateLimiter),
    memory: makeMemoryBudget(options, workers),
    contentFilter: makeContentFilter(options),
    channels: await makeChannelIndex(storage.db, secrets, changeEvents, log),
    channelLimits: makeChannelLimits(counts),
    responses,
    conversations: makeConversations({ db: storage.db, secrets, options, now }),
    backgroundResponses,
    options,
    prices,
    ledger,
    batches: batchStore(storage.db),
    tasks: {
      db: storage.db,
      ledger,
      options,
      mayBeOpen: true,
      now,
      ended: (kind, id) => kind === 'midjourneys' && void tellClient(id, 'end', relay),
    },
    outbound,
    secrets,
    readTaskChannel: readTaskChannel(storage.db, secrets),
    accounts: makeTokenAccounts(app),
    notifications: app.notifications,
    credentials: makeCredentials(now),
    fetchMedia: mediaFetchers(outbound),
    openFile: makeFileOpener({ worker: () => fetchWorker(options) }),
    ...routing,
    affinity: makeAffinity(bus),
    conversationMarks: makeConversationMarks(secrets.fingerprint('conversation marks')),
    probes: isOnlyNode ? undefined : makeChannelProbes(storage),
    keyStates,
    meter: makeCallMeter(),
    servedChecks: makeServedChecks({
      found: flag =>
        void raiseFlag(app, flag).catch(err =>
          log.error({ err, channelId: flag.channel_id }, 'a channel was not flagged'),
        ),
      isKnownModel: model => defaultPrice(model, new Date()) !== null,
    }),
    watchdog: makeWatchdog(),
    tracing,
    cachedShares: makeCachedShares(),
    inFlight: makeInFlightRegistry(
      () => connectionLimit(options, workers),
      () => Math.ceil((connectionLimit(options, workers) * options.get('connection_setting.user_percent')) / 100),
    ),
    log,
    now,
    random: Math.random,
    attemptFailed: (channel, failure) => channelTests.attemptFailed(channel, failure),
  }
  const channelBalances = makeChannelBalances({ ...relay, ...app })
  const channelTests = makeChannelTests({ ...relay, ...app, askBalance: channelBalances.ask })
  changeEvents.start()
  const jobs = makeJobs({ storage, jobs: jobTable({ ...app, relay, channelTests, channelBalances }), log })
  const askDatabase = () => sql`select 1`.execute(storage.db)
  const isLedgerInTrouble = () => ledger.standing().isInTrouble
  const isDraining = () => relay.inFlight.isClosed()
  const watched = watchState({
    askDatabase,
    // It changes nothing: the database refuses it all the same where it takes no writes.
    tryToWrite: () => sql`update nodes set mark = mark where id = ''`.execute(storage.db),
    readNodes: () => seenNodes(storage),
    ownNode: ledger.node,
    isLedgerInTrouble,
    isDraining,
    redisUp: cluster.redisUp,
    dataFolder: storage.folder,
    time: () => performance.now(),
  })
  const server = `${hostname()}:${environment.PORT}`
  const { meter } = relay
  const serverWatch = watchServer({ ...app, watched, meter, server, isFirst: (place?.slot ?? 0) === 0 })
  return {
    ...app,
    relay,
    channelTests,
    channelBalances,
    jobs,
    metrics: makeMetrics({
      ledger,
      db: storage.db,
      jobs,
      meter: relay.meter,
      callsRunning: () => relay.inFlight.size(),
      waiting: storage.waiting,
      breakers: now => relay.health.breakers(now),
      siblings: place ? linkSiblings(place.link, place.slot) : noSiblings,
      version: app.version,
      serverState: watched.state,
    }),
    probes: makeProbes({ askDatabase, isLedgerInTrouble, isDraining }),
    proof,
    ownership: prepared.ownership,
    async share() {
      await Promise.all([ledger.share(), cluster.share()])
    },
    async close() {
      await serverWatch.close()
      live.close()
      own.stop()
      backgroundResponses.close()
      await keyStates.settled()
      await responses.close()
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
