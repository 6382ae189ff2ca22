import { defaultPrice } from '@tollgate/gateway'
import { raiseFlag } from '../channels/flags/raise-flag.ts'
import { countsOfNodes } from '../platform/cluster/counts-of-nodes.ts'
import type { Cluster } from '../platform/cluster/index.ts'
import { connectionLimit } from '../platform/connections/limit.ts'
import { localCounts } from '../platform/counts/local-counts.ts'
import { makeAddressLimits } from '../platform/http/address-limits.ts'
import { makeFileOpener } from '../platform/http/open-file.ts'
import { makeCallMeter } from '../platform/metrics/call-meter.ts'
import { fetchWorker } from '../platform/options/fetch-worker.ts'
import { makeWatchdog } from '../platform/process/watchdog.ts'
import { makeServedChecks } from '../relay/attempt/served-checks.ts'
import { makeInFlightRegistry } from '../relay/call/in-flight.ts'
import { makeMemoryBudget } from '../relay/call/memory-budget.ts'
import { makeChannelIndex } from '../relay/candidates/channel-index.ts'
import { makeTokenAccounts } from '../relay/endpoints/billing/accounts.ts'
import { makeMirror } from '../relay/mirror/mirror.ts'
import { makeAffinity } from '../relay/plan/affinity/affinity.ts'
import { makeConversationMarks } from '../relay/plan/affinity/conversation-marks.ts'
import { makeCallPlans } from '../relay/plan/call-plans.ts'
import { makeChannelLimits } from '../relay/plan/channel-limits.ts'
import { admitSession } from '../relay/playground/admit-session.ts'
import { makeCallLimits } from '../relay/request/call-limits.ts'
import { makeContentFilter } from '../relay/request/content-filter.ts'
import { makeTokenIndex } from '../relay/request/token-index.ts'
import { makeCachedShares } from '../relay/settlement/cached-shares.ts'
import { makeCredentials } from '../relay/upstream/credentials/index.ts'
import { mediaFetchers } from '../relay/upstream/media/fetch-media.ts'
import { batchStore } from '../stateful/batches/store.ts'
import { makeBackgroundResponses } from '../stateful/responses/background-responses.ts'
import { makeConversations } from '../stateful/responses/store/conversations.ts'
import { makeStoredResponses } from '../stateful/responses/store/index.ts'
import { storedCalls } from '../stateful/responses/stored-calls.ts'
import type { StatefulDeps } from '../stateful/stateful-deps.ts'
import { tellClient } from '../stateful/tasks/midjourney/tell-client.ts'
import { readTaskChannel } from '../stateful/tasks/task-channels.ts'
import type { Services } from './app-context.ts'
import { buildKeyStates } from './build-key-states.ts'

/** What the relay is built from. */
interface RelayParts {
  app: Services
  routing: Pick<StatefulDeps, 'health' | 'lastHour'>
  cluster: Pick<Cluster, 'bus' | 'counts'>
  tracing: StatefulDeps['tracing']
  workers: number
  probes: StatefulDeps['probes']
  attemptFailed: StatefulDeps['attemptFailed']
}

/** Builds the dependencies of a relayed call, and a function that closes them once no call is running. */
export async function buildRelay({
  app,
  routing,
  cluster,
  tracing,
  workers,
  probes,
  attemptFailed,
}: RelayParts): Promise<{ relay: StatefulDeps; close(): Promise<void> }> {
  const { db, options, secrets, ledger, changeEvents, prices, outbound, log, now } = app
  const counts = countsOfNodes(
    localCounts(() => performance.now()),
    cluster.counts,
    () => options.get('rate_limit_setting.without_redis') === 'refuse',
  )
  const keyStates = await buildKeyStates(app)
  const responses = makeStoredResponses({ db, secrets, options, log, now })
  const backgroundResponses = makeBackgroundResponses(responses, log)
  const tokens = makeTokenIndex(db, secrets, changeEvents)
  const channels = await makeChannelIndex(db, secrets, changeEvents, log, prices.aliases)
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
    mirror: makeMirror({ db, options, counts, workers, log }),
    conversations: makeConversations({ db: db, secrets, options, now }),
    backgroundResponses,
    options,
    prices,
    ledger,
    batches: batchStore(db),
    tasks: {
      db: db,
      ledger,
      options,
      mayBeOpen: true,
      now,
      ended: (kind, id) => kind === 'midjourneys' && void tellClient(id, 'end', relay),
    },
    outbound,
    secrets,
    readTaskChannel: readTaskChannel(db, secrets),
    accounts: makeTokenAccounts(app),
    keys: app,
    notifications: app.notifications,
    credentials: makeCredentials(now),
    fetchMedia: mediaFetchers(outbound),
    openFile: makeFileOpener({ worker: () => fetchWorker(options) }),
    ...routing,
    affinity: makeAffinity(cluster.bus),
    conversationMarks: makeConversationMarks(secrets.fingerprint('conversation marks')),
    probes,
    keyStates,
    meter: makeCallMeter(),
    servedChecks: makeServedChecks({
      found: flag =>
        void raiseFlag(app, flag).catch(err =>
          log.error({ err, channelId: flag.channel_id }, 'a channel was not flagged'),
        ),
      isKnownModel: model => defaultPrice(model, new Date()) !== null,
      // called as a method, so that a test can replace it
      random: () => Math.random(),
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
    attemptFailed,
  }
  return {
    relay,
    async close() {
      backgroundResponses.close()
      await relay.mirror.sums.close()
      await keyStates.settled()
      await responses.close()
    },
  }
}
