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
const SUBSCRIPTION_COLUMNS = { id: 'bigint', paid: 'bigint', calls: 'bigint' } as const
const DEBT_COLUMNS = { owed: 'bigint', deferred: 'bigint' } as const
type Names<Columns> = Readonly<Record<keyof Columns, string>>

/** The sums of a group's calls for one user or token. */
interface Sums {
  id: number
  /** The part that the balance or the token's cap pays. */
  paid: number
  cost: number
  calls: number
  owed: number
  deferred: number
}

/** A group's changes, summed in one pass. Lists are sorted by id, so that all nodes lock rows in the same order. */
interface GroupSums {
  users: readonly Sums[]
  tokens: readonly Sums[]
  /** The amount paid in each period. */
  periods: readonly (readonly [id: number, paid: number])[]
  /** What each subscription pays, and the calls that its windows count for that. */
  subscriptions: readonly (readonly [id: number, paid: number, calls: number])[]
  /** The amount that each channel earned. */
  channels: readonly (readonly [id: number, cost: number])[]
}

export function sumUp(settled: readonly SettledCall[]): GroupSums {
  const [users, tokens] = [new Map<number, Sums>(), new Map<number, Sums>()]
  const [periods, channels] = [new Map<number, number>(), new Map<number, number>()]
  const [subscriptions, callsOf] = [new Map<number, number>(), new Map<number, number>()]
  for (const call of settled) {
    const { userId, tokenId, channelId, paid, uncollected, tokenPaid, tokenOwed, periodsPaid } = call
    const cost = paid + call.subscriptionPaid + uncollected
    if (call.subscriptionPaid > 0) {
      add(subscriptions, call.subscriptionId, call.subscriptionPaid)
      add(callsOf, call.subscriptionId, call.calls)
    }
    const user = sumsOf(users, userId)
    user.paid += paid
    user.cost += cost
    user.calls += 1
    user.owed += uncollected
    const token = tokenId === 0 ? null : sumsOf(tokens, tokenId)
    if (token) {
      token.paid += tokenPaid
      token.cost += cost
      token.owed += tokenOwed
    }
    for (const [id, counted, owed] of periodsPaid) {
      if (counted > 0) add(periods, id, counted)
      if (owed === 0) continue
      const { owner, ownerId } = periodOfAccount(id)
      // A child key's calls count in the periods of the tokens above it too.
      sumsOf(owner === 'user' ? users : tokens, ownerId).deferred += owed
    }
    if (channelId !== 0 && cost !== 0) add(channels, channelId, cost)
  }
  return {
    users: sorted(users),
    tokens: sorted(tokens),
    periods: byId(periods),
    subscriptions: byId(subscriptions).map(([id, amount]) => [id, amount, callsOf.get(id) ?? 0] as const),
    channels: byId(channels),
  }
}

function sumsOf(all: Map<number, Sums>, id: number): Sums {
  const known = all.get(id)
  if (known) return known
  const made = { id, paid: 0, cost: 0, calls: 0, owed: 0, deferred: 0 }
  all.set(id, made)
  return made
}

const add = (to: Map<number, number>, id: number, amount: number) => to.set(id, (to.get(id) ?? 0) + amount)
const sorted = (all: Map<number, Sums>): Sums[] => [...all.values()].sort((one, other) => one.id - other.id)
const byId = (all: Map<number, number>) => [...all].sort(([one], [other]) => one - other)
const isOwing = ({ owed, deferred }: Sums) => owed > 0 || deferred > 0

// A batch changes each row only once, so any debt is part of the same statement.
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

export function updateUsers({ users }: GroupSums, kind: DatabaseKind): BatchStatement[] {
  const values = ({ id, paid, cost, calls }: Sums) => [id, paid, cost, calls]
  if (!users.some(isOwing)) return userUpdate(kind, users.map(values))
  return owingUserUpdate(
    kind,
    users.map(user => [...values(user), user.owed, user.deferred]),
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

export function updateTokens({ tokens }: GroupSums, { kind, now }: At): BatchStatement[] {
  const values = ({ id, cost, paid }: Sums) => [id, cost, paid, now]
  if (!tokens.some(isOwing)) return tokenUpdate(kind, tokens.map(values))
  return owingTokenUpdate(
    kind,
    tokens.map(token => [...values(token), token.owed, token.deferred]),
  )
}

const periodUpdate = rowUpdate({
  columns: { id: 'bigint', paid: 'bigint' },
  what: 'spending_periods',
  text: ({ id, paid }, from) =>
    `update spending_periods set spent = spent + ${paid}, leased = leased - ${paid} ${from} where spending_periods.id = ${id}`,
})

export const updatePeriods = ({ periods }: GroupSums, kind: DatabaseKind): BatchStatement[] =>
  periodUpdate(kind, periods)

const subscriptionUpdate = rowUpdate({
  columns: SUBSCRIPTION_COLUMNS,
  what: 'subscriptions',
  text: ({ id, paid, calls }, from) =>
    `update subscriptions set used = used + ${paid}, used_calls = used_calls + ${calls} ${from} where subscriptions.id = ${id}`,
})

export const updateSubscriptions = ({ subscriptions }: GroupSums, kind: DatabaseKind): BatchStatement[] =>
  subscriptionUpdate(kind, subscriptions)

const leaseUpdate = rowUpdate({
  columns: { node: 'text', account: 'text', id: 'bigint', paid: 'bigint' },
  what: 'leases',
  text: ({ node, account, id, paid }, from) =>
    `update leases set spent = spent + ${paid} ${from}
     where leases.node = ${node} and leases.account = ${account} and account_id = ${id}`,
})

export function updateLeases({ users, tokens, periods }: GroupSums, { kind, node }: At): BatchStatement[] {
  const changes: (string | number)[][] = []
  for (const { id, paid } of users) if (paid > 0) changes.push([node, 'user', id, paid])
  for (const { id, paid } of tokens) if (paid > 0) changes.push([node, 'token', id, paid])
  for (const [id, paid] of periods) changes.push([node, 'period', id, paid])
  return leaseUpdate(kind, changes)
}

/** Changes nothing for a deleted channel. */
const channelUpdate = rowUpdate({
  columns: { id: 'bigint', used: 'bigint' },
  text: ({ id, used }, from) =>
    `update channels set used_quota = used_quota + ${used} ${from} where channels.id = ${id}`,
})

export const updateChannels = ({ channels }: GroupSums, kind: DatabaseKind): BatchStatement[] =>
  channelUpdate(kind, channels)
