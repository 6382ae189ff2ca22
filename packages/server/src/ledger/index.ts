import type { Logger } from 'pino'
import type { Storage } from '../storage/db.ts'
import type { NewLogRow } from '../storage/schema.ts'
import { onConnection } from '../storage/statements.ts'
import { DatabaseUnavailable } from '../storage/transient-errors.ts'
import { openWriter } from '../storage/writer.ts'
import { applyCommands, type CommandResult } from './apply-commands.ts'
import type { Charged, CommandResults, LedgerCommand, NewHold, ReserveAnswer, Settlement, Wanted } from './commands.ts'
import { joinNodes } from './node.ts'
import { watchOrphans } from './orphans.ts'
import type { LedgerSettings } from './write-state.ts'

export { DatabaseUnavailable } from '../storage/transient-errors.ts'
export * from './balances.ts'
export {
  type Charged,
  type Grant,
  type HoldContext,
  LedgerRefusal,
  type NewHold,
  type ReserveAnswer,
  type Settlement,
  type Wanted,
} from './commands.ts'
export * from './earnings.ts'
export type { LedgerSettings } from './write-state.ts'

/** The only code that changes a balance. Amounts are whole quota, never negative. */
export interface Ledger {
  /**
   * Reserves as much of `amount` as the user's balance and, unless it is unlimited, the token's cap allow. Returns the
   * reason when that is less than `least`.
   *
   * @throws DatabaseUnavailable when the database cannot be reached; nothing stays reserved then
   */
  reserve(hold: NewHold): Promise<ReserveAnswer>
  /** Extends an open hold in the same way. */
  extend(requestId: string, amount: Wanted): Promise<ReserveAnswer>
  /**
   * Charges `quota`, releases the rest of the hold, writes the log row and raises the used quota of user, token and channel:
   * all of it, exactly once. A repetition changes nothing; one with another amount, user or channel is refused. What the
   * wallet cannot pay is not charged: the row then has `uncollected`.
   *
   * @throws LedgerRefusal when the request has no hold, unless the settlement is late
   */
  settle(settlement: Settlement): Promise<Charged>
  /** Releases the whole hold and writes the log row, if given. Does nothing when there is no hold any more. */
  release(requestId: string, log?: NewLogRow): Promise<void>
  /** Writes a log row that moves no money, soon and in order. */
  record(log: NewLogRow): void
  /** Writes all pending commands. */
  close(): Promise<void>
}

interface LedgerDeps {
  storage: Storage
  settings(): LedgerSettings
  log: Logger
  /** Unix seconds. */
  now(): number
}

export interface LedgerTimings {
  /** How often nodes on PostgreSQL check that they still hold their lock; a node is dead after three missed checks. */
  heartbeatMs?: number
  /** How long a client waits for a database that cannot be reached. */
  requestPatienceMs?: number
}

/** No client waits for settlements, and losing one loses money. */
const SETTLEMENT_PATIENCE_MS = 15 * 60_000

/** Opens the ledger of this process, after it has released the holds of dead processes. */
export async function openLedger(deps: LedgerDeps, timings: LedgerTimings = {}): Promise<Ledger> {
  const { storage, settings, log, now } = deps
  const { heartbeatMs = 5_000, requestPatienceMs = 5_000 } = timings
  const node = await joinNodes(storage, heartbeatMs)
  const stopWatching = await watchOrphans({ storage, node: node.id, log, now }, 3 * heartbeatMs)

  const writer = openWriter<LedgerCommand, CommandResult>(
    storage,
    (db, commands) => {
      const context = { kind: storage.kind, node: node.id, now: now(), ...settings() }
      return onConnection(db, connection => applyCommands(connection, commands, context))
    },
    error => log.error({ err: error }, 'the ledger waits for the database'),
  )
  // The writer returns the result type of each command's kind, but its own type knows only the union.
  const write = <Kind extends LedgerCommand['kind']>(command: LedgerCommand & { kind: Kind }, patienceMs: number) =>
    writer.submit(command, patienceMs) as Promise<CommandResults[Kind]>

  const ledger: Ledger = {
    async reserve(hold) {
      checkWanted(hold.amount)
      try {
        return await write({ kind: 'reserve', ...hold }, requestPatienceMs)
      } catch (error) {
        if (error instanceof DatabaseUnavailable) releaseLater(hold.requestId)
        throw error
      }
    },
    async extend(requestId, amount) {
      checkWanted(amount)
      return write({ kind: 'extend', requestId, amount }, requestPatienceMs)
    },
    async settle(settlement) {
      checkAmount(settlement.quota)
      return write({ kind: 'settle', ...settlement }, SETTLEMENT_PATIENCE_MS)
    },
    release: (requestId, row) => write({ kind: 'release', requestId, log: row }, SETTLEMENT_PATIENCE_MS),
    record(row) {
      write({ kind: 'record', log: row }, SETTLEMENT_PATIENCE_MS).catch(error => {
        log.error({ err: error, row }, 'a log row was lost')
      })
    },
    async close() {
      stopWatching()
      await writer.close()
      await node.close()
    },
  }

  /** The hold may or may not have been made; it is released once the database is back. */
  function releaseLater(requestId: string): void {
    ledger.release(requestId).catch(error => log.error({ err: error, requestId }, 'a hold may be left behind'))
  }

  return ledger
}

function checkAmount(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`${amount} is not an amount of quota`)
}

function checkWanted({ least, most }: Wanted): void {
  checkAmount(least)
  checkAmount(most)
  if (least > most) throw new RangeError(`${least} is more than ${most}`)
}
