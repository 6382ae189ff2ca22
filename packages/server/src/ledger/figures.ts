import type { BesideOf, calls } from '@tollgate/contract'
import { sql } from 'kysely'
import type { Db } from '../storage/db.ts'

export type Figures = BesideOf<typeof calls.audit.run>['figures']

const sumOf = (column: string, table: string) => `(select coalesce(sum(${column}), 0) from ${table})`
const countOf = (table: string) => `(select count(*) from ${table})`

/** Reads the ledger's sums in one statement. */
export async function readFigures(db: Db): Promise<Figures> {
  const { rows } = await sql<Record<string, number>>`${sql.raw(`select
    ${countOf('users')} as users,
    ${sumOf('quota', 'users')} as balances,
    ${sumOf('user_amount', 'holds')} as balances_held,
    ${sumOf('user_amount', 'ledger_entries')} as balances_entered,
    ${countOf('tokens')} as tokens,
    ${sumOf('remain_quota', 'tokens')} as caps,
    ${sumOf('token_amount', 'holds')} as caps_held,
    ${sumOf('token_amount', 'ledger_entries')} as caps_entered,
    ${countOf('ledger_entries')} as entries,
    ${countOf('holds')} as open_holds`)}`.execute(db)
  const read = (name: string) => rows[0]?.[name] ?? 0
  const sums = (accounts: string, balance: string) => ({
    accounts: read(accounts),
    balance: read(balance),
    held: read(`${balance}_held`),
    entered: read(`${balance}_entered`),
  })
  return {
    users: sums('users', 'balances'),
    tokens: sums('tokens', 'caps'),
    entries: read('entries'),
    open_holds: read('open_holds'),
  }
}
