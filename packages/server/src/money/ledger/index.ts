import type { NewLogRow } from '../../platform/storage/schema.ts'
import { busyNotices } from './account-busy.ts'
import type { AccountKind, Hold } from './book.ts'
import type { Charged, NewHold, ReserveAnswer, Settlement, Wanted } from './commands.ts'
import { holdQuota } from './hold-quota.ts'
import { openJournal } from './journal.ts'
import type { LedgerDeps } from './ledger-deps.ts'
import { joinNodes, type LedgerTimings } from './membership.ts'
import { leasedPayers } from './payers.ts'
import { newRunningCalls, SETTLEMENT_PATIENCE_MS } from './running-calls.ts'
import { settleCalls } from './settle-calls.ts'
import { openSettlementWriter } from './settlement-writer.ts'

export { DatabaseUnavailable } from '../../platform/storage/transient-errors.ts'
export { AccountBusy } from './account-busy.ts'
export * from './balances.ts'
export { usedUp } from './book.ts'
export { bringTokenChanges, bringUserChanges } from './bring-changes.ts'
export { bringTokens, bringUsers } from './bring-in.ts'
export {
  type Charged,
  type Grant,
  type Insufficient,
  LedgerRefusal,
  type NewHold,
  type ReserveAnswer,
  type Settlement,
  type Wanted,
} from './commands.ts'
export { changeCharge, correctCharge, findCharge } from './correct-charge.ts'
export { type HeldDurably, holdDurably } from './durable-holds.ts'
export * from './earnings.ts'
export type { LedgerDeps } from './ledger-deps.ts'
export { lockAccountsChain } from './links.ts'
export type { LedgerTimings } from './membership.ts'
export { leasesOfNodes, seenNodes } from './other-nodes.ts'
export { payThrough, type Returned } from './pay-through.ts'
export { periodsOfCall, removeOldPeriods } from './period-rows.ts'
export { withPeriodUse } from './period-use.ts'
export { type PeriodLimit, periodAccountId } from './periods.ts'
export { recallAll } from './recall-all.ts'
export { recallPayers } from './recall-payers.ts'
export { recallPeriod } from './recall-period.ts'
export { type DurableCharge, settleDurably } from './settle-durably.ts'
export { carveSlice, returnSlices } from './slices.ts'
export {
  addMonths,
  FIVE_HOURS,
  MOST_RESETS,
  monthsSince,
  needsFiveHours,
  PERIOD_MONTHS,
  type RunningWindow,
  windowOfAccount,
  windowsAt,
} from './subscription-windows.ts'
export { lineOf } from './token-line.ts'
export { transfer, transferRest } from './transfer.ts'

export interface LedgerStanding {
  /** Settlements and log rows waiting for their commit. */
  waiting: number
  commits: number
  commitSeconds: number
  /** Whether the last commit failed because of the database, so that something waits. */
  isInTrouble: boolean
  /** Whether it failed because the database's disk is full. */
  isDatabaseFull: boolean
}

/** The only code that changes a balance. Amounts are whole quota, never negative. */
export interface Ledger {
  /**
   * Reserves as much of `amount` as the user's balance and, unless it is unlimited, the token's cap allow. Returns the
   * reason if that is less than `least`. Decides at once if this node has leased enough.
   *
   * @throws DatabaseUnavailable if the database cannot be reached; then nothing stays reserved
   */
  reserve(hold: NewHold): ReserveAnswer | Promise<ReserveAnswer>
  /** Extends an open hold in the same way. */
  extend(requestId: string, amount: Wanted): Promise<ReserveAnswer>
  /**
   * Charges `quota`, releases the rest of the hold, writes the log row and raises the used quota of user, token and
   * channel: all of it, exactly once. A repetition changes nothing; one with another amount, user or channel is
   * refused. The part that the wallet cannot pay is the row's `uncollected`.
   *
   * @throws LedgerRefusal if the request has no hold, unless the settlement is late; DatabaseUnavailable if the database does
   *   not accept it for a while, in which case the ledger keeps trying, and a repetition joins it
   */
  settle(settlement: Settlement): Promise<Charged>
  /** Releases the whole hold and writes the log row, if given. Does nothing if the hold is already gone. */
  release(requestId: string, log?: NewLogRow): Promise<void>
  /** Writes a log row that moves no money, soon and in order. */
  record(log: NewLogRow): void
  /** Makes all nodes return the part of a balance or cap that no running call holds; for callers about to reduce it. */
  recall(kind: AccountKind, id: number): Promise<void>
  /** Must be called when a user's or token's row has changed. */
  refresh(kind: AccountKind, id: number): void
  /** What this node has charged to an account, counted from some moment; it grows while calls of it run. */
  charged(kind: AccountKind, id: number): number
  /** This node's current id. */
  node(): string
  /** The holds of running calls on this node. */
  holds(): Iterable<Readonly<Hold>>
  /** Must be called when other processes begin to use the database of this lone one. */
  share(): Promise<void>
  /** Returns its state, for monitoring. */
  standing(): LedgerStanding
  /** Writes pending changes and returns leases. */
  close(): Promise<void>
}

/** Opens this process's ledger as one of the nodes that share the database. */
export async function openLedger(deps: LedgerDeps, timings: Partial<LedgerTimings> = {}): Promise<Ledger> {
  const { storage, log, now } = deps
  const { requestPatienceMs = 5_000 } = timings
  const calls = newRunningCalls()
  const membership = await joinNodes(deps, timings, {
    record: rows => Promise.all(rows.map(row => writer.record(row, SETTLEMENT_PATIENCE_MS))),
    onGivenUp(node) {
      // Others may have spent what these calls held.
      for (const hold of calls.holds.values()) Object.assign(hold, { userAmount: 0, tokenAmount: 0, periodAmount: 0 })
      journal.rename(node)
    },
  })
  const { leases } = membership
  const journal = openJournal(storage.folder, membership.node(), error =>
    log.warn(
      `Running calls cannot be recorded in ${storage.folder} (${(error as Error).message}): a crash would leave them without a log row.`,
    ),
  )
  const noteBusy = busyNotices(log)
  const writer = openSettlementWriter(deps, membership, noteBusy)
  await membership.begin()

  const parts = { calls, payers: leasedPayers(leases), membership, writer, journal, noteBusy, requestPatienceMs }
  return {
    ...holdQuota(parts, now),
    ...settleCalls(parts, deps),
    record(row) {
      writer.record(row, SETTLEMENT_PATIENCE_MS).catch(error => {
        log.error({ err: error, row }, 'a log row was lost')
      })
    },
    recall: (kind, id) => membership.patiently(requestPatienceMs, () => leases.recall(kind, id)),
    refresh: leases.refresh,
    charged: leases.charged,
    node: membership.node,
    share: membership.share,
    holds: () => calls.holds.values(),
    standing: () => ({ ...writer.standing(), isInTrouble: writer.isInTrouble, isDatabaseFull: writer.isDatabaseFull }),
    async close() {
      await writer.close()
      await membership.leave()
      await journal.close()
    },
  }
}
