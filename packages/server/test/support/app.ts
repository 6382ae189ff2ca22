import { makeHealth } from '@tollgate/gateway'
import pino from 'pino'
import { makeChannelBalances } from '../../src/channels/balances/index.ts'
import { makeChannelTests } from '../../src/channels/tests/index.ts'
import { makeAliases } from '../../src/money/pricing/aliases.ts'
import { makePriceBook } from '../../src/money/pricing/index.ts'
import { makeNotifications } from '../../src/people/notifications/index.ts'
import { noBus } from '../../src/platform/cluster/bus.ts'
import { makeChangeEvents } from '../../src/platform/cluster/change-events.ts'
import { makeOutbound } from '../../src/platform/http/outbound.ts'
import { makeRateLimiter } from '../../src/platform/http/rate-limit.ts'
import { makeMailer } from '../../src/platform/mail/mailer.ts'
import { loadOptions } from '../../src/platform/options/index.ts'
import { optionStore } from '../../src/platform/options/store.ts'
import { makeWatchdog } from '../../src/platform/process/watchdog.ts'
import { makeSecrets } from '../../src/platform/secrets/secrets.ts'
import { makeLive } from '../../src/records/live/index.ts'
import { makeExportPlaces } from '../../src/records/logs/export/places.ts'
import { makeInFlightRegistry } from '../../src/relay/call/in-flight.ts'
import { makeLastHour } from '../../src/relay/plan/last-hour/last-hour.ts'
import { makeContentFilter } from '../../src/relay/request/content-filter.ts'
import { makeCredentials } from '../../src/relay/upstream/credentials/index.ts'
import { makeJobs } from '../../src/site/jobs/index.ts'
import { jobTable } from '../../src/site/jobs/table.ts'
import type { System } from '../../src/site/system/index.ts'
import type { AppContext } from '../../src/start/app-context.ts'
import type { StatefulDeps } from '../../src/stateful/stateful-deps.ts'
import type { TestDatabase } from './databases.ts'

/** The fixed time of test apps, unless a test passes a clock. */
export const TEST_NOW = 1_800_000_000

/** Most tests relay no call; those that do pass a ledger. */
const ledgerWithoutCalls: Pick<AppContext['ledger'], 'recall' | 'refresh' | 'holds'> = {
  recall: async () => undefined,
  refresh: () => undefined,
  holds: () => [],
}

/** Only tests of the page of the system look at it. */
const noSystem: System = { nodes: async () => [], redis: async () => null, log: async () => [] }

/** An app context over a test's own database. A test replaces the parts it is about. */
export async function testApp({ storage }: TestDatabase, parts: Partial<AppContext> = {}): Promise<AppContext> {
  const secrets = makeSecrets('the secret key of every test app')
  const { log = pino({ level: 'silent' }), now = () => TEST_NOW } = parts
  const changeEvents = makeChangeEvents(log)
  const options = await loadOptions(optionStore(storage.db, secrets), changeEvents, log)
  const { mailer = makeMailer(options), outbound = makeOutbound() } = parts
  const app: Omit<AppContext, 'jobs' | 'system' | 'channelTests' | 'channelBalances'> = {
    db: storage.db,
    reports: storage.reports,
    databaseKind: storage.kind,
    dataFolder: storage.folder,
    databasePlace: storage,
    options,
    secrets,
    ledger: ledgerWithoutCalls as AppContext['ledger'],
    changeEvents,
    prices: makePriceBook(options, changeEvents, await makeAliases(storage.db, options, changeEvents)),
    mailer,
    outbound,
    notifications: makeNotifications({ db: storage.db, options, secrets, changeEvents, mailer, outbound, log, now }),
    rateLimiter: makeRateLimiter(now),
    live: makeLive({ reports: storage.reports, changeEvents, bus: noBus, log }),
    exports: makeExportPlaces(),
    routing: { health: makeHealth(), lastHour: makeLastHour(now) },
    log,
    now,
    startedAt: TEST_NOW,
    version: '0.0.0-test',
    trustedProxies: [],
    ...parts,
  }
  // It relays no call.
  const relay = { tasks: { mayBeOpen: false } } as StatefulDeps
  const upstreams = {
    health: makeHealth(),
    watchdog: makeWatchdog(),
    inFlight: makeInFlightRegistry(),
    credentials: makeCredentials(now),
    contentFilter: makeContentFilter(options),
  }
  const channelBalances = makeChannelBalances({ ...app, ...upstreams })
  const channelTests = makeChannelTests({ ...app, ...upstreams, askBalance: channelBalances.ask })
  const jobs = jobTable({
    ...app,
    relay,
    channelTests,
    channelBalances,
    runImports: async () => 0,
    redisInfo: () => null,
  })
  // Not started: a test starts them, or runs one.
  return {
    ...app,
    channelTests,
    channelBalances,
    jobs: parts.jobs ?? makeJobs({ storage, jobs, log, place: { server: 'host:3000', worker: 0 } }),
    system: parts.system ?? noSystem,
  }
}
