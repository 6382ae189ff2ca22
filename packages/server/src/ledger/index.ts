import type { Logger } from 'pino'
import type { Storage } from '../storage/db.ts'
import type { NewLogRow } from '../storage/schema.ts'
import { onConnection } from '../storage/statements.ts'
import { DatabaseUnavailable } from '../storage/transient-errors.ts'
import { openWriter } from '../storage/writer.ts'
import { type Answer, applyCommands } from './apply-commands.ts'
import type { Answers, Charged, LedgerCommand, NewHold, ReserveAnswer, Settlement, Wanted } from './commands.ts'
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

/** The only room that changes a balance. Amounts are whole quota, never negative. */
export interface Ledger {
  /**
   * Sets as much of `amount` aside from the user's balance and, unless it is unlimited, the token's cap as there is, or
   * refuses when that is less than the least.
   *
   * @throws DatabaseUnavailable when the database is away; nothing stays set aside then
   */
  reserve(hold: NewHold): Promise<ReserveAnswer>
  /** Adds to a running hold in the same way. */
  extend(requestId: string, amount: Wanted): Promise<ReserveAnswer>
  /**
   * Charges `quota`, gives the rest back, writes the log row and raises the used quota of user, token and channel: all of
   * it, exactly once. Repeated, it changes nothing; repeated with another amount, user or channel, it is refused. What the wallet cannot
   * pay is not charged: the row then says `uncollected`.
   *
   * @throws LedgerRefusal when nothing is reserved, unless the settlement is late
   */
  settle(settlement: Settlement): Promise<Charged>
  /** Gives the whole hold back and writes the row, if there is one; nothing when there is no hold any more. */
  release(requestId: string, log?: NewLogRow): Promise<void>
  /** Writes a log row that moves no money, soon and in order. */
  record(log: NewLogRow): void
  /** Writes out what is under way. */
  close(): Promise<void>
}

interface LedgerDeps {
  storage: Storage
  settings(): LedgerSettings
  log: Logger
  /** Unix seconds. */
  now(): number
}

export interface HoldExtender {
  /** How often nodes on PostgreSQL make sure they are known to live; three missed, and one is dead. */
  heartbeatMs?: number
  /** How long a client waits for a database that is away. */
  requestPatienceMs?: number
}

/** Nobody waits for these, and losing one loses money. */
const SETTLEMENT_PATIENCE_MS = 15 * 60_000

/** Opens the ledger of this process, once what dead processes had set aside is given back. */
export async function openLedger(deps: LedgerDeps, extender: HoldExtender = {}): Promise<Ledger> {
  const { storage, settings, log, now } = deps
  const { heartbeatMs = 5_000, requestPatienceMs = 5_000 } = extender
  const node = await joinNodes(storage, heartbeatMs)
  const stopWatching = await watchOrphans({ storage, node: node.id, log, now }, 3 * heartbeatMs)

  const writer = openWriter<LedgerCommand, Answer>(
    storage,
    (db, commands) => {
      const context = { kind: storage.kind, node: node.id, now: now(), ...settings() }
      return onConnection(db, connection => applyCommands(connection, commands, context))
    },
    error => log.error({ err: error }, 'the ledger waits for the database'),
  )
  // The writer answers each work with what belongs to its kind; its type knows only the union.
  const write = <Kind extends LedgerCommand['kind']>(command: LedgerCommand & { kind: Kind }, patienceMs: number) =>
    writer.submit(command, patienceMs) as Promise<Answers[Kind]>

  const ledger: Ledger = {
    async reserve(hold) {
      checkWanted(hold.amount)
      try {
        return await write({ kind: 'reserve', ...hold }, requestPatienceMs)
      } catch (error) {
        if (error instanceof DatabaseUnavailable) giveBackLater(hold.requestId)
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

  /** Whether the hold was made is unknown; once the database is back, it is gone. */
  function giveBackLater(requestId: string): void {
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
