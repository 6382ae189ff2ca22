import type { Logger } from 'pino'
import type { Bus } from '../../platform/cluster/bus.ts'
import type { Storage } from '../../platform/storage/db.ts'
import type { LedgerSettings } from './write-group.ts'

/** The ledger's dependencies. */
export interface LedgerDeps {
  storage: Storage
  bus: Bus
  settings(): LedgerSettings
  log: Logger
  /** Unix seconds. */
  now(): number
  /** Called after every commit of log rows; must be very cheap. */
  written?: () => void
  /** No other process uses the database, so all previous nodes are dead. */
  isOnlyNode: boolean
}
