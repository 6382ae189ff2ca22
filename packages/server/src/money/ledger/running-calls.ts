import { BagById } from '../../platform/process/bag.ts'
import type { busyNotices } from './account-busy.ts'
import type { Hold } from './book.ts'
import type { Charged, Settlement } from './commands.ts'
import type { Waiter } from './impatience.ts'
import type { Journal } from './journal.ts'
import type { Membership } from './membership.ts'
import type { LeasedPayers } from './payers.ts'
import type { SettlementWriter } from './settlement-writer.ts'

/** This node's calls that have a hold, are being settled, or were settled recently. */
export interface RunningCalls {
  holds: BagById<Hold>
  settling: BagById<Settling>
  settled: RecentIds
}

/** An uncommitted settlement and its waiters. */
export interface Settling {
  asked: Settlement
  waiters: Waiter<Charged>[]
}

/** The dependencies of holds and settlements. */
export interface LedgerParts {
  calls: RunningCalls
  payers: LeasedPayers
  membership: Pick<Membership, 'node' | 'isTrusted' | 'check' | 'patiently'>
  writer: SettlementWriter
  journal: Pick<Journal, 'started' | 'ended' | 'charged'>
  /** Logs that a user's account is busy, if an error says so. */
  noteBusy: ReturnType<typeof busyNotices>
  /** How long a client waits for an unreachable database. */
  requestPatienceMs: number
}

/** Long, because losing a settlement or a log row loses money. */
export const SETTLEMENT_PATIENCE_MS = 15 * 60_000

export interface RecentIds {
  has(id: string): boolean
  add(id: string): void
}

const MOST_RECENT = 4_096

export function newRunningCalls(): RunningCalls {
  return { holds: new BagById(), settling: new BagById(), settled: recentIds() }
}

/** Remembers the last few thousand ids. */
function recentIds(): RecentIds {
  let [younger, older] = [new Set<string>(), new Set<string>()]
  return {
    has: (id: string) => younger.has(id) || older.has(id),
    add(id: string) {
      if (younger.size >= MOST_RECENT) [younger, older] = [new Set(), younger]
      younger.add(id)
    },
  }
}
