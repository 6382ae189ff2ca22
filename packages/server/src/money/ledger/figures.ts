import type { BesideOf, calls } from '@tollgate/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'

export type Figures = BesideOf<typeof calls.audit.run>['figures']

const sumOf = (column: string, table: string) => `(select coalesce(sum(${column}), 0) from ${table})`
const countOf = (table: string) => `(select count(*) from ${table})`

/** Reads the ledger's sums in one statement. */
export async function readFigures(db: Db): Promise<Figures> {
  const { rows } = await sql<Record<string, number>>`${sql.raw(`select
    ${countOf('users')} as users,
    ${sumOf('quota', 'users')} as balances,
    ${sumOf('leased', 'users')} as balances_leased,
    ${sumOf('user_amount', 'ledger_entries')} as balances_entered,
    ${sumOf('owed', 'users')} as balances_owed,
    ${countOf('tokens')} as tokens,
    ${sumOf('remain_quota', 'tokens')} as caps,
    ${sumOf('leased', 'tokens')} as caps_leased,
    ${sumOf('token_amount', 'ledger_entries')} as caps_entered,
    ${sumOf('owed', 'tokens')} as caps_owed,
    ${countOf('ledger_entries')} as entries,
    (select count(*) from leases where taken > spent) as leases`)}`.execute(db)
  const read = (name: string) => rows[0]?.[name] ?? 0
  const sums = (accounts: string, balance: string) => ({
    accounts: read(accounts),
    free: read(balance) - read(`${balance}_leased`),
    leased: read(`${balance}_leased`),
    entered: read(`${balance}_entered`),
    owed: read(`${balance}_owed`),
  })
  return {
    users: sums('users', 'balances'),
    tokens: sums('tokens', 'caps'),
    entries: read('entries'),
    leases: read('leases'),
  }
}
