import type { BatchStatement } from '../../platform/storage/batch.ts'
import type { DatabaseKind } from '../../platform/storage/db.ts'
import { rowUpdate } from '../../platform/storage/statements.ts'
import type { SettledCall } from './call-entries.ts'
import { periodOfAccount } from './periods.ts'

interface At {
  kind: DatabaseKind
  node: string
  /** Unix seconds. */
  now: number
}

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

export function updateUsers(settled: readonly SettledCall[], kind: DatabaseKind): BatchStatement[] {
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

export function updateTokens(settled: readonly SettledCall[], { kind, now }: At): BatchStatement[] {
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

export const updatePeriods = (settled: readonly SettledCall[], kind: DatabaseKind): BatchStatement[] =>
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

export function updateLeases(settled: readonly SettledCall[], { kind, node }: At): BatchStatement[] {
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

/** A channel that was deleted meanwhile counts nothing. */
const channelUpdate = rowUpdate({
  columns: { id: 'bigint', used: 'bigint' },
  text: ({ id, used }, from) =>
    `update channels set used_quota = used_quota + ${used} ${from} where channels.id = ${id}`,
})

export const updateChannels = (settled: readonly SettledCall[], kind: DatabaseKind): BatchStatement[] =>
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
