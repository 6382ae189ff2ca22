import type { Logger } from 'pino'
import type { Bus } from '../../platform/cluster/bus.ts'
import type { Storage } from '../../platform/storage/db.ts'
import type { LedgerSettings } from './write-group.ts'

/** What the ledger works with. */
export interface LedgerDeps {
  storage: Storage
  bus: Bus
  settings(): LedgerSettings
  log: Logger
  /** Unix seconds. */
  now(): number
  /** Called after every commit of log rows; must cost next to nothing. */
  written?: () => void
  /** No other process uses the database: all others that did are dead. */
  isOnlyNode: boolean
}
