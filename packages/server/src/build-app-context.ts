import { makeHealth } from '@tollgate/gateway'
import pino, { type Logger } from 'pino'
import packageJson from '../../../package.json' with { type: 'json' }
import type { AppContext } from './app-context.ts'
import { makeChangeEvents } from './change-events.ts'
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
import { loadOptions } from './options/index.ts'
import { optionStore } from './options/store.ts'
import { makePriceBook } from './pricing/index.ts'
import { makeInFlightRegistry } from './relay/in-flight.ts'
import type { RelayDeps } from './relay/relay-deps.ts'
import { makeCallLimits } from './relay/request/call-limits.ts'
import { makeContentFilter } from './relay/request/content-filter.ts'
import { makeMemoryBudget } from './relay/request/memory-budget.ts'
import { makeTokenIndex } from './relay/request/token-index.ts'
import { makeChannelIndex } from './relay/routing/channel-index.ts'
import { makeCredentials } from './relay/upstream/credentials/index.ts'
import { mediaFetchers } from './relay/upstream/media/fetch-media.ts'
import { sealAtRest } from './seal-at-rest.ts'
import { makeSecrets, readSecretKey } from './secrets.ts'
import { recogniseSetup } from './setup/recognise-setup.ts'
import { shareChangeEvents } from './share-change-events.ts'
import { checkSecretKey } from './storage/check-secret-key.ts'
import { openStorage } from './storage/db.ts'
import { enterFolder } from './storage/enter-folder.ts'
import { migrate } from './storage/migrate.ts'
import { makeWatchdog } from './watchdog.ts'

/** The app context with its relay, and how to close it. */
export interface RunningApp extends AppContext {
  relay: RelayDeps
  close(): Promise<void>
}

/** Opens and checks everything the server depends on, in dependency order. */
export async function buildAppContext(environment: Environment, timings?: LedgerTimings): Promise<RunningApp> {
  const log = pino({ level: environment.LOG_LEVEL })
  const leaveFolder = enterFolder(environment, log)
  try {
    return await openApp(environment, leaveFolder, log, timings)
  } catch (error) {
    leaveFolder()
    throw error
  }
}

async function openApp(
  environment: Environment,
  leaveFolder: () => void,
  log: Logger,
  timings?: LedgerTimings,
): Promise<RunningApp> {
  const now = () => Math.floor(Date.now() / 1000)
  const storage = openStorage(environment)
  const secrets = makeSecrets(readSecretKey(environment.SECRET_KEY, environment.DATA_DIR))
  await migrate(storage)
  await checkSecretKey(storage.db, secrets)
  await sealAtRest(storage, secrets)

  const own = makeChangeEvents(log)
  const shared = environment.REDIS_URL ? await shareChangeEvents(own, environment.REDIS_URL, log) : null
  const changeEvents = shared ?? own
  const options = await loadOptions(optionStore(storage.db, secrets), changeEvents, log)
  const settings = () => ({
    keepsLogs: options.get('LogConsumeEnabled'),
    keepsFigures: options.get('DataExportEnabled'),
  })
  const ledger = await openLedger({ storage, settings, log, now }, timings)
  const mailer = makeMailer(options)
  const outbound = makeOutbound()
  const prices = makePriceBook(options, changeEvents)
  const app: Omit<AppContext, 'jobs'> = {
    db: storage.db,
    databaseKind: storage.kind,
    options,
    secrets,
    ledger,
    changeEvents,
    prices,
    mailer,
    outbound,
    notifications: makeNotifications({ db: storage.db, options, secrets, changeEvents, mailer, outbound, log, now }),
    rateLimiter: makeRateLimiter(now),
    log,
    now,
    startedAt: now(),
    version: packageJson.version,
    trustedProxies: readTrustedProxies(environment.TRUSTED_PROXIES),
  }
  await recogniseSetup(app)
  const relay: RelayDeps = {
    tokens: makeTokenIndex(storage.db, secrets, changeEvents),
    callLimits: makeCallLimits(Date.now),
    memory: makeMemoryBudget(options),
    contentFilter: makeContentFilter(options),
    channels: await makeChannelIndex(storage.db, secrets, changeEvents, log),
    options,
    prices,
    ledger,
    notifications: app.notifications,
    credentials: makeCredentials(now),
    fetchMedia: mediaFetchers({ outbound, options }),
    health: makeHealth(),
    watchdog: makeWatchdog(),
    inFlight: makeInFlightRegistry(() => connectionLimit(options)),
    log,
    now,
    random: Math.random,
  }
  return {
    ...app,
    relay,
    jobs: makeJobs({ storage, jobs: jobTable({ ...app, relay }), log }),
    async close() {
      own.stop()
      await ledger.close()
      await app.notifications.close()
      await shared?.close()
      await storage.db.destroy()
      leaveFolder()
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
