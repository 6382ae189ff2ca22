import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../../platform/storage/db.ts'
import type { Tables } from '../../platform/storage/schema.ts'
import { type Account, newAccount } from './book.ts'
import { holdQuota } from './hold-quota.ts'
import type { Ledger } from './index.ts'
import type { LedgerDeps } from './ledger-deps.ts'
import { leasedPayers } from './payers.ts'
import { newRunningCalls, SETTLEMENT_PATIENCE_MS } from './running-calls.ts'
import { settleCalls } from './settle-calls.ts'
import { openSettlementWriter } from './settlement-writer.ts'

/** The part of a ledger that calls use. */
export type LedgerOfCalls = Pick<Ledger, 'reserve' | 'extend' | 'settle' | 'release' | 'record'>

interface Deps extends Pick<LedgerDeps, 'log' | 'now'> {
  /** Its statements are written for this kind of database. */
  kind: DatabaseKind
  db: Kysely<Tables>
}

const NODE = 'nowhere'
const ENDLESS = 1e12

/**
 * Makes a ledger for calls that nobody made: it runs the real one's code, but every account is endless, and no statement reaches
 * the database.
 */
export function endlessLedger({ kind, db, log, now }: Deps): LedgerOfCalls & { close(): Promise<void> } {
  const accounts = new Map<string, Account>()
  const membership = {
    node: () => NODE,
    isTrusted: () => true,
    heard: () => undefined,
    check: async () => undefined,
    rejoin: async () => undefined,
    patiently: <Result>(_: number, act: (isOver: () => boolean) => Promise<Result>) => act(() => false),
  }
  const leases = {
    account(kind: Account['kind'], id: number): Account {
      const key = `${kind} ${id}`
      const account = accounts.get(key) ?? { ...newAccount(kind, id), taken: ENDLESS, isUnlimited: kind === 'token' }
      accounts.set(key, account)
      return account
    },
    covers: () => true,
    withLeased: async <Result>(_: unknown, decide: (leased: 'all') => Result) => decide('all'),
    changed: () => undefined,
    owes: () => undefined,
  }
  const storage = { kind, ledger: db, batch: async (statements: readonly unknown[]) => statements.map(() => []) }
  const settings = () => ({ keepsLogs: true, keepsFigures: true })
  const writer = openSettlementWriter({ storage, settings, log, now }, membership, () => undefined)
  const parts = {
    calls: newRunningCalls(),
    payers: leasedPayers(leases),
    membership,
    writer,
    journal: { started: () => undefined, ended: () => undefined, charged: () => undefined },
    noteBusy: () => undefined,
    requestPatienceMs: 1_000,
  }
  return {
    ...holdQuota(parts, now),
    ...settleCalls(parts, { storage }),
    record: row => void writer.record(row, SETTLEMENT_PATIENCE_MS),
    close: writer.close,
  }
}
