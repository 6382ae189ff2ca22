import type { BatchStatement } from '../../platform/storage/batch.ts'
import type { DatabaseKind } from '../../platform/storage/db.ts'
import type { NewLogRow } from '../../platform/storage/schema.ts'
import { type ColumnTypes, insertStatement } from '../../platform/storage/statements.ts'
import { DEBT_KINDS, debtReference } from './debts.ts'
import { ENTRY_COLUMNS as CHAINED, type EntryValues, type Link } from './links.ts'
import type { Payment } from './payment.ts'
import { periodOfAccount } from './periods.ts'
import { isWindow } from './subscription-windows.ts'

/** Returns the reference of a request's entry. */
export const requestReference = (requestId: string): string => `request:${requestId}`

/** A charged call. */
export interface SettledCall extends Payment {
  requestId: string
  userId: number
  tokenId: number
  channelId: number
  /** The subscription that pays; 0: none. */
  subscriptionId: number
  log: NewLogRow
}

/** Adds a charged call's entries: for the charge, and for what its cap and its periods did not cover. */
export function addEntries(to: EntryValues[], call: SettledCall, keepsLogs: boolean): void {
  const reference = requestReference(call.requestId)
  const { created_at } = call.log
  const [userAmount, tokenAmount] = [whole(-call.paid), whole(-call.tokenPaid)]
  const { userId, tokenId, channelId, uncollected, subscriptionId } = call
  // biome-ignore format: the order of the chained columns
  to.push([
    reference, 'request', userId, tokenId, userAmount, tokenAmount, 0,
    channelId, uncollected, Number(keepsLogs), created_at,
    subscriptionId, whole(-call.subscriptionPaid), subscriptionId === 0 ? '' : windowsIn(call), whole(-call.calls),
  ])
  if (call.tokenOwed === 0 && call.periodsPaid.every(([, , owed]) => owed === 0)) return
  for (const { account, owner, ownerId, owed } of debtsOf(call)) {
    const ofToken = owner === 'token' ? ownerId : 0
    const { owed: kind } = DEBT_KINDS[account]
    to.push([
      debtReference(account, owner, reference),
      kind,
      userId,
      ofToken,
      0,
      0,
      0,
      0,
      owed,
      0,
      created_at,
      0,
      0,
      '',
      0,
    ])
  }
}

const windowsIn = ({ periodsPaid }: SettledCall) =>
  JSON.stringify(periodsPaid.flatMap(([id]) => (isWindow(id) ? [id] : [])))

interface Debt {
  account: keyof typeof DEBT_KINDS
  owner: ReturnType<typeof periodOfAccount>['owner']
  ownerId: number
  owed: number
}

function debtsOf({ tokenId, tokenOwed, periodsPaid }: SettledCall): Debt[] {
  const ofPeriods = periodsPaid.map(([id, , owed]): Debt => ({ account: 'period', owed, ...periodOfAccount(id) }))
  const ofToken: Debt = { account: 'token', owner: 'token', ownerId: tokenId, owed: tokenOwed }
  return [ofToken, ...ofPeriods].filter(({ owed }) => owed > 0)
}

/** Turns -0 into 0, because databases have no signed zero. */
const whole = (amount: number) => amount + 0 || 0

const TEXTS: readonly string[] = ['reference', 'kind', 'windows']

const ENTRY_COLUMNS: ColumnTypes = {
  ...Object.fromEntries(CHAINED.map(column => [column, TEXTS.includes(column) ? 'text' : 'bigint'] as const)),
  chain: 'text',
  link: 'bigint',
  place: 'bigint',
}

export function insertEntries(
  entries: readonly EntryValues[],
  link: Link | null,
  kind: DatabaseKind,
): BatchStatement | null {
  if (!link) return null
  const rows = entries.map((entry, place) => entry.concat(link.chain, link.link, place))
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
