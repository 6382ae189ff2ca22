import pino from 'pino'
import { makeRateLimiter } from '../http/rate-limit.ts'
import { loadOptions } from '../options/index.ts'
import { optionStore } from '../options/store.ts'
import { makeSecrets } from '../secrets.ts'
import { makeSignals } from '../signals.ts'
import type { World } from '../world.ts'
import type { TestDatabase } from './databases.ts'

/** When every test world starts; its clock stands still unless a test brings its own. */
export const TEST_NOW = 1_800_000_000

/** A quiet world over a test's own database. A test replaces the parts it is about. */
export async function testWorld({ storage }: TestDatabase, parts: Partial<World> = {}): Promise<World> {
  const secrets = makeSecrets('the secret key of every test world')
  const signals = makeSignals()
  const log = pino({ level: 'silent' })
  const now = parts.now ?? (() => TEST_NOW)
  return {
    db: storage.db,
    databaseKind: storage.kind,
    options: await loadOptions(optionStore(storage.db, secrets), signals, log),
    secrets,
    // Most rooms move no money; those that do bring their own.
    ledger: undefined as unknown as World['ledger'],
    signals,
    rateLimiter: makeRateLimiter(now),
    log,
    now,
    startedAt: TEST_NOW,
    version: '0.0.0-test',
    trustedProxies: [],
    ...parts,
  }
}
