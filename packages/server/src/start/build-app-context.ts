import { hostname } from 'node:os'
import { defaultPrice, makeHealth } from '@tollgate/gateway'
import { sql } from 'kysely'
import pino, { type Logger } from 'pino'
import packageJson from '../../../../package.json' with { type: 'json' }
import { makeChannelBalances } from '../channels/balances/index.ts'
import { raiseFlag } from '../channels/flags/raise-flag.ts'
import { makeChannelTests } from '../channels/tests/index.ts'
import { type LedgerTimings, openLedger, seenNodes } from '../money/ledger/index.ts'
import { makePriceBook } from '../money/pricing/index.ts'
import { runImports } from '../moving-in/runs/run-imports.ts'
import { makeNotifications } from '../people/notifications/index.ts'
import { recogniseSetup } from '../people/setup/recognise-setup.ts'
import { makeChangeEvents } from '../platform/cluster/change-events.ts'
import { countsOfNodes } from '../platform/cluster/counts-of-nodes.ts'
import { joinCluster } from '../platform/cluster/index.ts'
import { shareChangeEvents } from '../platform/cluster/share-change-events.ts'
import { connectionLimit } from '../platform/connections/limit.ts'
import { localCounts } from '../platform/counts/local-counts.ts'
import { makeAddressLimits } from '../platform/http/address-limits.ts'
import { parseRanges } from '../platform/http/client-ip.ts'
import { makeFileOpener } from '../platform/http/open-file.ts'
import { makeOutbound } from '../platform/http/outbound.ts'
import { makeRateLimiter } from '../platform/http/rate-limit.ts'
import { makeMailer } from '../platform/mail/mailer.ts'
import { makeCallMeter } from '../platform/metrics/call-meter.ts'
import { type Metrics, makeMetrics } from '../platform/metrics/index.ts'
import { fetchWorker } from '../platform/options/fetch-worker.ts'
import { loadOptions } from '../platform/options/index.ts'
import { optionStore } from '../platform/options/store.ts'
import { makeProbes, type Probes } from '../platform/probes/probe.ts'
import { watchState } from '../platform/probes/server-state.ts'
import { type Environment, StartError } from '../platform/process/environment.ts'
import { requestOfLine } from '../platform/process/request-id.ts'
import { makeWatchdog } from '../platform/process/watchdog.ts'
import type { Ownership } from '../platform/storage/ownership.ts'
import { openTracing } from '../platform/tracing/open-tracing.ts'
import { linkSiblings, noSiblings } from '../platform/workers/siblings.ts'
import type { Predecessor } from '../platform/workers/upgrade/predecessor.ts'
import type { WorkerPlace } from '../platform/workers/worker-place.ts'
import { makeLive } from '../records/live/index.ts'
import { makeServedChecks } from '../relay/attempt/served-checks.ts'
import { makeInFlightRegistry } from '../relay/call/in-flight.ts'
import { makeMemoryBudget } from '../relay/call/memory-budget.ts'
import { makeChannelIndex } from '../relay/candidates/channel-index.ts'
import { makeTokenAccounts } from '../relay/endpoints/billing/accounts.ts'
import { makeAffinity } from '../relay/plan/affinity/affinity.ts'
import { makeConversationMarks } from '../relay/plan/affinity/conversation-marks.ts'
import { makeCallPlans } from '../relay/plan/call-plans.ts'
import { makeChannelLimits } from '../relay/plan/channel-limits.ts'
import { makeChannelProbes } from '../relay/plan/health/channel-probes.ts'
import { shareHealth } from '../relay/plan/health/share-health.ts'
import { makeLastHour } from '../relay/plan/last-hour/last-hour.ts'
import { admitSession } from '../relay/playground/admit-session.ts'
import { makeCallLimits } from '../relay/request/call-limits.ts'
import { makeContentFilter } from '../relay/request/content-filter.ts'
import { makeTokenIndex } from '../relay/request/token-index.ts'
import { makeCachedShares } from '../relay/settlement/cached-shares.ts'
import { makeCredentials } from '../relay/upstream/credentials/index.ts'
import { mediaFetchers } from '../relay/upstream/media/fetch-media.ts'
import { watchServer } from '../site/alerts/watch-server.ts'
import { makeJobs } from '../site/jobs/index.ts'
import { jobTable } from '../site/jobs/table.ts'
import { batchStore } from '../stateful/batches/store.ts'
import { makeBackgroundResponses } from '../stateful/responses/background-responses.ts'
import { makeConversations } from '../stateful/responses/store/conversations.ts'
import { makeStoredResponses } from '../stateful/responses/store/index.ts'
import { storedCalls } from '../stateful/responses/stored-calls.ts'
import type { StatefulDeps } from '../stateful/stateful-deps.ts'
import { tellClient } from '../stateful/tasks/midjourney/tell-client.ts'
import { readTaskChannel } from '../stateful/tasks/task-channels.ts'
import type { AppContext } from './app-context.ts'
import { buildKeyStates } from './build-key-states.ts'
import { type PreparedStorage, prepareStorage } from './prepare-storage.ts'
import { openPreparedStorage } from './workers/open-prepared-storage.ts'

/** The app context with its relay, and how to close it. */
export interface RunningApp extends AppContext {
  relay: StatefulDeps
  metrics: Metrics
  probes: Probes
  /** Only its secret key opens this. */
  proof: string
  /** Set if this process owns the SQLite folder. */
  ownership: Ownership | undefined
  /** This process had its database alone; from now on others write to it. */
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
  const tokens = makeTokenIndex(storage.db, secrets, changeEvents)
  const channels = await makeChannelIndex(storage.db, secrets, changeEvents, log)
  const relay: StatefulDeps = {
    tokens,
    admitSession: (request, route) => admitSession(request, route, app),
    callLimits: makeCallLimits(counts),
    addressLimits: makeAddressLimits(options, app.rateLimiter),
    memory: makeMemoryBudget(options, workers),
    contentFilter: makeContentFilter(options),
    channels,
    plans: makeCallPlans({ options, channels, prices }, changeEvents),
    channelLimits: makeChannelLimits(counts),
    storedCalls: storedCalls(() => relay),
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
    keys: app,
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
  const jobs = makeJobs({
    storage,
    jobs: jobTable({
      ...app,
      relay,
      channelTests,
      channelBalances,
      runImports: signal => runImports({ ...app, storage }, signal),
    }),
    log,
  })
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
