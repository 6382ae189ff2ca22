import pino from 'pino'
import { makeOutbound } from '../http/outbound.ts'
import { makeRateLimiter } from '../http/rate-limit.ts'
import { makeMailer } from '../mail/mailer.ts'
import { makeNotifications } from '../notifications/index.ts'
import { loadOptions } from '../options/index.ts'
import { optionStore } from '../options/store.ts'
import { makePriceBook } from '../pricing/index.ts'
import { makeSecrets } from '../secrets.ts'
import { makeSignals } from '../signals.ts'
import type { World } from '../world.ts'
import type { TestDatabase } from './databases.ts'

/** When every test world starts; its clock stands still unless a test brings its own. */
export const TEST_NOW = 1_800_000_000

/** A quiet world over a test's own database. A test replaces the parts it is about. */
export async function testWorld({ storage }: TestDatabase, parts: Partial<World> = {}): Promise<World> {
  const secrets = makeSecrets('the secret key of every test world')
  const { log = pino({ level: 'silent' }), now = () => TEST_NOW } = parts
  const signals = makeSignals(log)
  const options = await loadOptions(optionStore(storage.db, secrets), signals, log)
  const { mailer = makeMailer(options), outbound = makeOutbound() } = parts
  return {
    db: storage.db,
    databaseKind: storage.kind,
    options,
    secrets,
    // Most rooms move no money; those that do bring their own.
    ledger: undefined as unknown as World['ledger'],
    signals,
    prices: makePriceBook(options, signals),
    mailer,
    outbound,
    notifications: makeNotifications({ db: storage.db, options, secrets, signals, mailer, outbound, log, now }),
    rateLimiter: makeRateLimiter(now),
    log,
    now,
    startedAt: TEST_NOW,
    version: '0.0.0-test',
    trustedProxies: [],
    ...parts,
  }
}
