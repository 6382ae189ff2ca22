import type { NewLogRow } from '../storage/schema.ts'
import {
  type Charged,
  type Insufficient,
  LedgerRefusal,
  type NewHold,
  type ReserveAnswer,
  type Settlement,
  type Wanted,
} from './commands.ts'

export interface UserAccount {
  readonly id: number
  readonly balanceBefore: number
  balance: number
  used: number
  requests: number
}

export interface TokenAccount {
  readonly id: number
  readonly remainBefore: number
  remain: number
  readonly isUnlimited: boolean
  used: number
  requests: number
}

export interface Hold {
  readonly requestId: string
  readonly userId: number
  readonly tokenId: number
  userAmount: number
  tokenAmount: number
  /** JSON of a `HoldContext`; only for a new hold. */
  readonly context?: string
}

/** The ledger entry of a settled request. */
export interface RequestEntry {
  readonly requestId: string
  readonly userId: number
  readonly tokenId: number
  readonly channelId: number
  readonly userAmount: number
  readonly tokenAmount: number
  readonly uncollected: number
  /** The log row as it was passed in. */
  readonly log: NewLogRow
}

/** What a request was settled with, and how much of it was paid. */
export interface Settled {
  userId: number
  channelId: number
  asked: number
  paid: number
}

/**
 * The accounts, holds and entries that a group of commands touches, as they are in the running transaction, and the
 * group's changes to them. Commands are applied one by one; the changes are then written together.
 */
export interface LedgerState {
  users: Map<number, UserAccount>
  tokens: Map<number, TokenAccount>
  /** Open holds by request id. */
  holds: Map<string, Hold>
  /** The holds as they are in the database. */
  holdsBefore: ReadonlyMap<string, Readonly<Hold>>
  /** Settled requests by request id. */
  settled: Map<string, Settled>
  entries: RequestEntry[]
  logs: NewLogRow[]
}

export function reserve(state: LedgerState, wanted: NewHold): ReserveAnswer {
  const { requestId, userId, tokenId, amount, context } = wanted
  if (state.holds.has(requestId) || state.settled.has(requestId)) {
    throw new LedgerRefusal(`request ${requestId} has reserved before`)
  }
  const user = state.users.get(userId)
  if (!user) return 'user_quota_insufficient'
  const token = state.tokens.get(tokenId)
  if (tokenId !== 0 && !token) return 'token_quota_insufficient'
  const hold = { requestId, userId, tokenId, userAmount: 0, tokenAmount: 0, context: JSON.stringify(context) }
  const answer = setAside(hold, user, token, amount)
  if (typeof answer !== 'string') state.holds.set(requestId, hold)
  return answer
}

/** Adds to a hold. Changes nothing when the user or the token cannot cover the least amount. */
export function extend(state: LedgerState, requestId: string, amount: Wanted): ReserveAnswer {
  const hold = openHold(state, requestId)
  return setAside(hold, accountOf(state, hold), state.tokens.get(hold.tokenId), amount)
}

/** Moves the wanted amount from the accounts to the hold, or as much of it as is available. */
function setAside(hold: Hold, user: UserAccount, token: TokenAccount | undefined, wanted: Wanted): ReserveAnswer {
  const cap = token && !token.isUnlimited ? token.remain : Number.POSITIVE_INFINITY
  const insufficient = shortageOf(user.balance, cap, wanted.least)
  if (insufficient) return insufficient

  const available = Math.max(0, Math.min(user.balance, cap))
  const granted = Math.min(wanted.most, available)
  user.balance -= granted
  hold.userAmount += granted
  if (token && !token.isUnlimited) {
    token.remain -= granted
    hold.tokenAmount += granted
  }
  return { granted, left: available - granted }
}

function shortageOf(balance: number, cap: number, least: number): Insufficient | null {
  if (balance < least) return 'user_quota_insufficient'
  return cap < least ? 'token_quota_insufficient' : null
}

/**
 * Charges what the request cost, as far as the wallet reaches, and releases the rest of the hold. A token's cap is a
 * limit, never a discount: it falls to 0 at most, while the user pays in full.
 */
export function settle(state: LedgerState, { requestId, quota, channelId, log, isLate }: Settlement): Charged {
  const before = state.settled.get(requestId)
  if (before && !(before.asked === quota && before.userId === log.user_id && before.channelId === channelId)) {
    throw new LedgerRefusal(`request ${requestId} was settled otherwise: ${JSON.stringify(before)}`)
  }
  if (before) return { quota: before.paid, balance: state.users.get(log.user_id)?.balance ?? 0 }

  const hold = state.holds.get(requestId) ?? (isLate ? nothingHeld(requestId, log) : openHold(state, requestId))
  const user = accountOf(state, hold)
  const paid = Math.min(quota, hold.userAmount + Math.max(user.balance, 0))
  user.balance += hold.userAmount - paid
  user.used += paid
  user.requests += 1

  const token = state.tokens.get(hold.tokenId)
  const tokenPaid = token && !token.isUnlimited ? Math.min(paid, hold.tokenAmount + Math.max(token.remain, 0)) : 0
  if (token) {
    token.remain += hold.tokenAmount - tokenPaid
    token.used += paid
    token.requests += 1
  }
  const { userId, tokenId } = hold
  const uncollected = quota - paid
  state.logs.push(uncollected === 0 ? log : withUncollected(log, paid, uncollected))
  state.entries.push({
    requestId,
    userId,
    tokenId,
    channelId,
    userAmount: -paid,
    tokenAmount: -tokenPaid,
    uncollected,
    log,
  })
  state.settled.set(requestId, { userId, channelId, asked: quota, paid })
  state.holds.delete(requestId)
  return { quota: paid, balance: user.balance }
}

/** Releases a whole hold. Does nothing when the request has no hold, or none any more. */
export function release(state: LedgerState, requestId: string, log?: NewLogRow): void {
  const hold = state.holds.get(requestId)
  if (!hold) return
  const user = state.users.get(hold.userId)
  if (user) user.balance += hold.userAmount
  const token = state.tokens.get(hold.tokenId)
  if (token) token.remain += hold.tokenAmount
  state.holds.delete(requestId)
  if (log) state.logs.push(log)
}

const nothingHeld = (requestId: string, { user_id, token_id = 0 }: NewLogRow): Hold => ({
  requestId,
  userId: user_id,
  tokenId: token_id,
  userAmount: 0,
  tokenAmount: 0,
})

function openHold(state: LedgerState, requestId: string): Hold {
  const hold = state.holds.get(requestId)
  if (!hold) throw new LedgerRefusal(`request ${requestId} has nothing reserved`)
  return hold
}

function accountOf(state: LedgerState, hold: Hold): UserAccount {
  const user = state.users.get(hold.userId)
  if (!user) throw new LedgerRefusal(`the user of request ${hold.requestId} does not exist`)
  return user
}

function withUncollected(log: NewLogRow, paid: number, uncollected: number): NewLogRow {
  const other = log.other ? JSON.parse(log.other) : {}
  return { ...log, quota: paid, other: JSON.stringify({ ...other, uncollected }) }
}
