import { LOG_TYPE } from '@tollgate/contract'
import type { BatchStatement } from '../../platform/storage/batch.ts'
import { databaseTimeMs } from '../../platform/storage/database-time.ts'
import type { DatabaseKind } from '../../platform/storage/db.ts'
import type { NewLogRow } from '../../platform/storage/schema.ts'
import { type ColumnTypes, insertStatement, rowUpdate } from '../../platform/storage/statements.ts'
import { figureRows, INTO_FIGURES } from '../../records/dashboard/usage-figures.ts'
import { logValues, WRITTEN_COLUMNS } from '../../records/logs/log-values.ts'
import type { Payment } from './book.ts'
import { DEBT_KINDS, debtReference } from './debts.ts'
import { type ChainEnd, type ChainedEntry, type Link, nextLink } from './links.ts'
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

/** What one commit writes. */
export interface Group {
  settled: readonly SettledCall[]
  /** All log rows, of charged calls too, in their order. */
  logs: readonly NewLogRow[]
}

/** The operator's options at the time a group is written. */
export interface LedgerSettings {
  /** Whether charged requests get a log row. */
  keepsLogs: boolean
  /** Whether they count towards the dashboard's figures. */
  keepsFigures: boolean
}

export type GroupContext = {
  kind: DatabaseKind
  node: string
  /** Unix seconds. */
  now: number
  /** Number of this commit at this node. */
  mark: number
  chain: ChainEnd
} & LedgerSettings

/** What a mismatch of the statement about the node says: it was given up. */
export const FENCE = 'the node'
/** A group as one batch. */
export interface GroupBatch {
  statements: BatchStatement[]
  /** Where in it are those that return users' new balances. */
  balancesAt: number[]
  /** Null: no call is charged. */
  link: Link | null
}

/** Writes a group as one batch: the node's row first, which fails it all for a node that was given up. */
export function groupBatch({ settled, logs }: Group, context: GroupContext): GroupBatch {
  const { kind, keepsLogs, keepsFigures } = context
  const entries = settled.flatMap(call => [entryOf(call, keepsLogs), ...debtEntriesOf(call)])
  const link = entries.length === 0 ? null : nextLink(context.chain, entries)
  const kept = keepsLogs ? logs : logs.filter(log => log.type !== LOG_TYPE.consume)
  const users = updateUsers(settled, kind)
  const statements = [
    updateNode(context),
    ...users,
    ...updateTokens(settled, context),
    ...updatePeriods(settled, kind),
    ...updateLeases(settled, context),
    insertEntries(entries, link, kind),
    insertLink(link, context),
    insertStatement(kind, { table: 'logs', columns: WRITTEN_COLUMNS }, kept.map(logValues)),
    keepsFigures ? upsertFigures({ settled, logs }, kind) : null,
    ...updateChannels(settled, kind),
  ]
  return {
    statements: statements.filter(statement => statement !== null),
    balancesAt: users.map((_, index) => index + 1),
    link,
  }
}

/** The mark only rises: a commit that comes after its caller has asked what became of it changes nothing. */
const updateNode = ({ kind, node, mark }: GroupContext): BatchStatement => ({
  text: `update nodes set seen_at = ${databaseTimeMs(kind)}, mark = $1 where id = $2 and mark < $1`,
  parameters: [mark, node],
  expect: 1,
  what: FENCE,
})

const USER_COLUMNS = { id: 'bigint', paid: 'bigint', cost: 'bigint', requests: 'bigint' } as const
const TOKEN_COLUMNS = { id: 'bigint', cost: 'bigint', capped: 'bigint', now: 'bigint' } as const
const DEBT_COLUMNS = { owed: 'bigint', deferred: 'bigint' } as const
type Names<Columns> = Readonly<Record<keyof Columns, string>>

// A batch changes each row once: what is owed is in the same statement, where there is any.
const addDebts = (table: 'users' | 'tokens', { owed, deferred }: Names<typeof DEBT_COLUMNS>) =>
  `, owed = ${table}.owed + ${owed}, period_owed = period_owed + ${deferred}`

const userText = ({ id, paid, cost, requests }: Names<typeof USER_COLUMNS>, from: string, more = '') =>
  `update users set quota = quota - ${paid}, leased = leased - ${paid}, used_quota = used_quota + ${cost},
       request_count = request_count + ${requests}${more} ${from} where users.id = ${id}
     returning users.id as id, users.quota as quota`

const userUpdate = rowUpdate({ columns: USER_COLUMNS, what: 'users', text: userText })
const owingUserUpdate = rowUpdate({
  columns: { ...USER_COLUMNS, ...DEBT_COLUMNS },
  what: 'users',
  text: (value, from) => userText(value, from, addDebts('users', value)),
})

function updateUsers(settled: readonly SettledCall[], kind: DatabaseKind): BatchStatement[] {
  const costs = amountsBy(settled, userOf, costOf)
  const rows = sumsBy(settled, userOf, paidBy).map(
    ([id, paid, calls]) => [id, paid, costs.get(id) ?? 0, calls] as const,
  )
  if (!settled.some(call => call.uncollected > 0 || deferredBy('user')(call) > 0)) return userUpdate(kind, rows)
  const owed = amountsBy(settled, userOf, uncollectedBy)
  const deferred = amountsBy(settled, userOf, deferredBy('user'))
  return owingUserUpdate(
    kind,
    rows.map(row => [...row, owed.get(row[0]) ?? 0, deferred.get(row[0]) ?? 0]),
  )
}

const tokenText = ({ id, cost, capped, now }: Names<typeof TOKEN_COLUMNS>, from: string, more = '') =>
  `update tokens set remain_quota = remain_quota - ${capped}, leased = leased - ${capped},
       used_quota = used_quota + ${cost}, accessed_time = ${now}${more} ${from} where tokens.id = ${id}`

const tokenUpdate = rowUpdate({ columns: TOKEN_COLUMNS, text: tokenText })
const owingTokenUpdate = rowUpdate({
  columns: { ...TOKEN_COLUMNS, ...DEBT_COLUMNS },
  text: (value, from) => tokenText(value, from, addDebts('tokens', value)),
})

function updateTokens(settled: readonly SettledCall[], { kind, now }: GroupContext): BatchStatement[] {
  const calls = settled.filter(call => call.tokenId !== 0)
  const capped = amountsBy(calls, tokenOf, cappedBy)
  const rows = sumsBy(calls, tokenOf, costOf).map(([id, cost]) => [id, cost, capped.get(id) ?? 0, now] as const)
  if (!calls.some(call => call.tokenOwed > 0 || deferredBy('token')(call) > 0)) return tokenUpdate(kind, rows)
  const owed = amountsBy(calls, tokenOf, tokenOwedBy)
  const deferred = amountsBy(calls, tokenOf, deferredBy('token'))
  return owingTokenUpdate(
    kind,
    rows.map(row => [...row, owed.get(row[0]) ?? 0, deferred.get(row[0]) ?? 0]),
  )
}

const periodUpdate = rowUpdate({
  columns: { id: 'bigint', paid: 'bigint' },
  what: 'spending_periods',
  text: ({ id, paid }, from) =>
    `update spending_periods set spent = spent + ${paid}, leased = leased - ${paid} ${from} where spending_periods.id = ${id}`,
})

const updatePeriods = (settled: readonly SettledCall[], kind: DatabaseKind): BatchStatement[] =>
  periodUpdate(
    kind,
    periodSums(settled).filter(([, paid]) => paid > 0),
  )

/** What is paid in each period, in the order of ids. */
function periodSums(settled: readonly SettledCall[]): [id: number, paid: number][] {
  const sums = new Map<number, number>()
  for (const { periodsPaid } of settled) for (const [id, paid] of periodsPaid) sums.set(id, (sums.get(id) ?? 0) + paid)
  return [...sums].sort(([one], [other]) => one - other)
}

const leaseUpdate = rowUpdate({
  columns: { node: 'text', account: 'text', id: 'bigint', paid: 'bigint' },
  what: 'leases',
  text: ({ node, account, id, paid }, from) =>
    `update leases set spent = spent + ${paid} ${from}
     where leases.node = ${node} and leases.account = ${account} and account_id = ${id}`,
})

function updateLeases(settled: readonly SettledCall[], { kind, node }: GroupContext): BatchStatement[] {
  const changes = [
    ...sumsBy(settled, userOf, paidBy).map(([id, paid]) => [node, 'user', id, paid] as const),
    ...sumsBy(settled, tokenOf, cappedBy).map(([id, paid]) => [node, 'token', id, paid] as const),
    ...periodSums(settled).map(([id, paid]) => [node, 'period', id, paid] as const),
  ]
  return leaseUpdate(
    kind,
    changes.filter(([, , , paid]) => paid > 0),
  )
}

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

function insertEntries(entries: readonly ChainedEntry[], link: Link | null, kind: DatabaseKind): BatchStatement | null {
  if (!link) return null
  const rows = entries.map((entry, place) => {
    const chained = { ...entry, chain: link.chain, link: link.link, place }
    return Object.keys(ENTRY_COLUMNS).map(column => chained[column as keyof typeof chained])
  })
  return insertStatement(kind, { table: 'ledger_entries', columns: ENTRY_COLUMNS }, rows)
}

const LINK_COLUMNS: ColumnTypes = { chain: 'text', link: 'bigint', hash: 'text', digests: 'text', made_at: 'bigint' }

const insertLink = (link: Link | null, { kind, now }: GroupContext): BatchStatement | null =>
  link &&
  insertStatement(kind, { table: 'ledger_links', columns: LINK_COLUMNS }, [
    [link.chain, link.link, link.hash, JSON.stringify(link.digests), now],
  ])

/** Charged calls count with what they have paid. */
function upsertFigures({ settled, logs }: Group, kind: DatabaseKind): BatchStatement | null {
  const calls = settled.map(({ log, paid }) => ({ ...log, quota: paid }))
  const failed = logs.filter(log => log.type === LOG_TYPE.error)
  return insertStatement(kind, INTO_FIGURES, figureRows([...calls, ...failed]))
}

/** A channel that was deleted meanwhile counts nothing. */
const channelUpdate = rowUpdate({
  columns: { id: 'bigint', used: 'bigint' },
  text: ({ id, used }, from) =>
    `update channels set used_quota = used_quota + ${used} ${from} where channels.id = ${id}`,
})

const updateChannels = (settled: readonly SettledCall[], kind: DatabaseKind): BatchStatement[] =>
  channelUpdate(
    kind,
    sumsBy(settled, channelOf, costOf)
      .filter(([id, cost]) => id !== 0 && cost !== 0)
      .map(([id, cost]) => [id, cost]),
  )

const userOf = (call: SettledCall) => call.userId
const tokenOf = (call: SettledCall) => call.tokenId
const channelOf = (call: SettledCall) => call.channelId
const paidBy = (call: SettledCall) => call.paid
const costOf = (call: SettledCall) => call.paid + call.uncollected
const cappedBy = (call: SettledCall) => call.tokenPaid
const uncollectedBy = (call: SettledCall) => call.uncollected
const tokenOwedBy = (call: SettledCall) => call.tokenOwed
/** What the periods of one owner did not cover. */
const deferredBy = (owner: 'user' | 'token') => (call: SettledCall) =>
  call.periodsPaid.reduce(
    (sum, [id, , owed]) => (owed > 0 && periodOfAccount(id).owner === owner ? sum + owed : sum),
    0,
  )

const amountsBy = (
  calls: readonly SettledCall[],
  idOf: (call: SettledCall) => number,
  amountOf: (call: SettledCall) => number,
): Map<number, number> => new Map(sumsBy(calls, idOf, amountOf).map(([id, sum]) => [id, sum]))

/** Sums and counts by id: `[id, sum, count]`, in the order of ids, so that nodes lock rows in the same order. */
function sumsBy(
  calls: readonly SettledCall[],
  idOf: (call: SettledCall) => number,
  amountOf: (call: SettledCall) => number,
): [id: number, sum: number, count: number][] {
  const sums = new Map<number, [number, number, number]>()
  for (const call of calls) {
    const id = idOf(call)
    const sum = sums.get(id)
    if (sum) {
      sum[1] += amountOf(call)
      sum[2] += 1
    } else sums.set(id, [id, amountOf(call), 1])
  }
  return [...sums.values()].sort(([one], [other]) => one - other)
}
