import type { BatchStatement } from '../../platform/storage/batch.ts'
import type { DatabaseKind } from '../../platform/storage/db.ts'
import type { NewLogRow } from '../../platform/storage/schema.ts'
import { type ColumnTypes, insertStatement } from '../../platform/storage/statements.ts'
import type { Payment } from './book.ts'
import { DEBT_KINDS, debtReference } from './debts.ts'
import type { ChainedEntry, Link } from './links.ts'
import { periodOfAccount } from './periods.ts'

/** The reference of a request's entry. */
export const requestReference = (requestId: string): string => `request:${requestId}`

/** A call that was charged. */
export interface SettledCall extends Payment {
  requestId: string
  userId: number
  tokenId: number
  channelId: number
  log: NewLogRow
}

/** The entries that a charged call leaves: of the charge, and of what its cap and its periods did not cover. */
export const entriesOf = (call: SettledCall, keepsLogs: boolean): ChainedEntry[] => [
  entryOf(call, keepsLogs),
  ...debtEntriesOf(call),
]

const entryOf = (call: SettledCall, keepsLogs: boolean): ChainedEntry => ({
  reference: requestReference(call.requestId),
  kind: 'request',
  user_id: call.userId,
  token_id: call.tokenId,
  user_amount: whole(-call.paid),
  token_amount: whole(-call.tokenPaid),
  aff_amount: 0,
  channel_id: call.channelId,
  uncollected: call.uncollected,
  is_logged: Number(keepsLogs),
  created_at: call.log.created_at,
})

/** What a call owes to a cap and to periods; what it owes to its user is in the entry of the request. */
function debtEntriesOf(call: SettledCall): ChainedEntry[] {
  if (call.tokenOwed === 0 && call.periodsPaid.every(([, , owed]) => owed === 0)) return NO_ENTRIES
  return debtsOf(call).map(({ account, owner, ownerId, owed }) => ({
    reference: debtReference(account, owner, requestReference(call.requestId)),
    kind: DEBT_KINDS[account].owed,
    user_id: call.userId,
    token_id: owner === 'token' ? ownerId : 0,
    user_amount: 0,
    token_amount: 0,
    aff_amount: 0,
    channel_id: 0,
    uncollected: owed,
    is_logged: 0,
    created_at: call.log.created_at,
  }))
}

const NO_ENTRIES: ChainedEntry[] = []

interface Debt {
  account: keyof typeof DEBT_KINDS
  owner: 'user' | 'token'
  ownerId: number
  owed: number
}

function debtsOf({ tokenId, tokenOwed, periodsPaid }: SettledCall): Debt[] {
  const ofPeriods = periodsPaid.map(([id, , owed]): Debt => ({ account: 'period', owed, ...periodOfAccount(id) }))
  const ofToken: Debt = { account: 'token', owner: 'token', ownerId: tokenId, owed: tokenOwed }
  return [ofToken, ...ofPeriods].filter(({ owed }) => owed > 0)
}

/** Zero has no sign in a database. */
const whole = (amount: number) => amount + 0 || 0

const ENTRY_COLUMNS: ColumnTypes = {
  reference: 'text',
  kind: 'text',
  user_id: 'bigint',
  token_id: 'bigint',
  user_amount: 'bigint',
  token_amount: 'bigint',
  channel_id: 'bigint',
  uncollected: 'bigint',
  is_logged: 'bigint',
  created_at: 'bigint',
  chain: 'text',
  link: 'bigint',
  place: 'bigint',
}

export function insertEntries(
  entries: readonly ChainedEntry[],
  link: Link | null,
  kind: DatabaseKind,
): BatchStatement | null {
  if (!link) return null
  const rows = entries.map((entry, place) => {
    const chained = { ...entry, chain: link.chain, link: link.link, place }
    return Object.keys(ENTRY_COLUMNS).map(column => chained[column as keyof typeof chained])
  })
  return insertStatement(kind, { table: 'ledger_entries', columns: ENTRY_COLUMNS }, rows)
}

const LINK_COLUMNS: ColumnTypes = { chain: 'text', link: 'bigint', hash: 'text', digests: 'text', made_at: 'bigint' }

export const insertLink = (
  link: Link | null,
  { kind, now }: { kind: DatabaseKind; now: number },
): BatchStatement | null =>
  link &&
  insertStatement(kind, { table: 'ledger_links', columns: LINK_COLUMNS }, [
    [link.chain, link.link, link.hash, JSON.stringify(link.digests), now],
  ])
