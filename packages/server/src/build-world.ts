import { makeHealth } from '@tollgate/gateway'
import pino, { type Logger } from 'pino'
import packageJson from '../../../package.json' with { type: 'json' }
import { connectionLimit } from './connections/limit.ts'
import { type Environment, StartError } from './environment.ts'
import { parseRanges } from './http/client-ip.ts'
import { makeOutbound } from './http/outbound.ts'
import { makeRateLimiter } from './http/rate-limit.ts'
import { openLedger, type Pace } from './ledger/index.ts'
import { makeMailer } from './mail/mailer.ts'
import { makeNotifications } from './notifications/index.ts'
import { loadOptions } from './options/index.ts'
import { optionStore } from './options/store.ts'
import { makePriceBook } from './pricing/index.ts'
import { makeCallLimits } from './relay/call-limits.ts'
import { makeChannelIndex } from './relay/channel-index.ts'
import { makeCredentials } from './relay/credentials/index.ts'
import { mediaFetchers } from './relay/media/fetch-media.ts'
import { makeMemoryBudget } from './relay/memory-budget.ts'
import type { RelayDeps } from './relay/relay.ts'
import { makeScreen } from './relay/screen.ts'
import { makeTokenIndex } from './relay/token-index.ts'
import { makeUnderway } from './relay/underway.ts'
import { makeWatchdog } from './relay/watchdog.ts'
import { makeSecrets, readSecretKey } from './secrets.ts'
import { recogniseSetup } from './setup/recognise-setup.ts'
import { shareSignals } from './share-signals.ts'
import { makeSignals } from './signals.ts'
import { openStorage } from './storage/db.ts'
import { enterFolder } from './storage/enter-folder.ts'
import { migrate } from './storage/migrate.ts'
import { proveSecretKey } from './storage/prove-secret-key.ts'
import { sealAtRest } from './storage/seal-at-rest.ts'
import type { World } from './world.ts'

/** A world with its relay, and how it ends. */
export interface RunningWorld extends World {
  relay: RelayDeps
  close(): Promise<void>
}

/** Opens and checks everything the server stands on, in the order things depend on each other. */
export async function buildWorld(environment: Environment, pace?: Pace): Promise<RunningWorld> {
  const log = pino({ level: environment.LOG_LEVEL })
  const leaveFolder = enterFolder(environment, log)
  try {
    return await openWorld(environment, leaveFolder, log, pace)
  } catch (error) {
    leaveFolder()
    throw error
  }
}

async function openWorld(
  environment: Environment,
  leaveFolder: () => void,
  log: Logger,
  pace?: Pace,
): Promise<RunningWorld> {
  const now = () => Math.floor(Date.now() / 1000)
  const storage = openStorage(environment)
  const secrets = makeSecrets(readSecretKey(environment.SECRET_KEY, environment.DATA_DIR))
  await migrate(storage)
  await proveSecretKey(storage.db, secrets)
  await sealAtRest(storage, secrets)

  const own = makeSignals(log)
  const shared = environment.REDIS_URL ? await shareSignals(own, environment.REDIS_URL, log) : null
  const signals = shared ?? own
  const options = await loadOptions(optionStore(storage.db, secrets), signals, log)
  const settings = () => ({
    keepsLogs: options.get('LogConsumeEnabled'),
    keepsFigures: options.get('DataExportEnabled'),
  })
  const ledger = await openLedger({ storage, settings, log, now }, pace)
  const mailer = makeMailer(options)
  const outbound = makeOutbound()
  const prices = makePriceBook(options, signals)
  const world: World = {
    db: storage.db,
    databaseKind: storage.kind,
    options,
    secrets,
    ledger,
    signals,
    prices,
    mailer,
    outbound,
    notifications: makeNotifications({ db: storage.db, options, secrets, signals, mailer, outbound, log, now }),
    rateLimiter: makeRateLimiter(now),
    log,
    now,
    startedAt: now(),
    version: packageJson.version,
    trustedProxies: readTrustedProxies(environment.TRUSTED_PROXIES),
  }
  await recogniseSetup(world)
  return {
    ...world,
    relay: {
      tokens: makeTokenIndex(storage.db, secrets, signals),
      callLimits: makeCallLimits(Date.now),
      memory: makeMemoryBudget(options),
      screen: makeScreen(options),
      channels: await makeChannelIndex(storage.db, secrets, signals, log),
      options,
      prices,
      ledger,
      notifications: world.notifications,
      credentials: makeCredentials(now),
      fetchMedia: mediaFetchers({ outbound, options }),
      health: makeHealth(),
      watchdog: makeWatchdog(),
      underway: makeUnderway(() => connectionLimit(options)),
      log,
      now,
      random: Math.random,
    },
    async close() {
      own.stop()
      await ledger.close()
      await world.notifications.close()
      await shared?.close()
      await storage.db.destroy()
      leaveFolder()
    },
  }
}

function readTrustedProxies(text: string): World['trustedProxies'] {
  try {
    return parseRanges(text)
  } catch (error) {
    throw new StartError(
      `TRUSTED_PROXIES is wrong: ${(error as Error).message} is neither an address nor a CIDR range.`,
    )
  }
}
