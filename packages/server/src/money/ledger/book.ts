import type { HoldContext, Insufficient, NewHold, ReserveAnswer, Wanted } from './commands.ts'
import { type PeriodLimit, type PeriodPlace, periodAccountId, periodOfAccount } from './periods.ts'
import { isWindow } from './subscription-windows.ts'

/** `period`: a user's or token's limit in one period, or a subscription's window. */
export type AccountKind = 'user' | 'token' | 'period'

/** The part of a user's balance, a token's cap or a period's limit that this node may spend. Amounts are whole quota. */
export interface Account {
  readonly kind: AccountKind
  readonly id: number
  /** Leased less returned amounts, as in the database. */
  taken: number
  /** Used up by committed settlements. */
  spent: number
  /** Held by open holds and settlements in progress. */
  held: number
  /** It is a token without a cap. */
  isUnlimited: boolean
}

/** Quota that a running call has reserved. */
export interface Hold {
  readonly requestId: string
  readonly userId: number
  readonly tokenId: number
  /** The subscription that pays; 0: the wallet. */
  readonly subscriptionId: number
  /** 0 when a subscription pays. */
  userAmount: number
  /** 0 when the token is unlimited. */
  tokenAmount: number
  /** The accounts of the periods it started in, if user or token have limits, and of the windows that pay. */
  readonly periodIds: readonly number[]
  /** The amount held of each period. */
  periodAmount: number
  /** What the whole call counts in each window, in thousandths of a call; 0: windows count its quota. */
  readonly callWeight: number
  /** The part of it that is held. */
  weightHeld: number
  /** Unix seconds. */
  readonly madeAt: number
  readonly context: HoldContext | null
}

/** The accounts that a call spends from. `token` null: none. */
export interface Payers {
  user: Account
  token: Account | null
  periods: readonly Account[]
  /** Windows among the periods pay instead of the user. */
  isSubscribed: boolean
}

const NO_LIMITS: readonly PeriodLimit[] = []
const NO_IDS: readonly number[] = []

/** Returns what is leased but neither held nor spent. */
export const available = ({ taken, spent, held }: Account): number => taken - spent - held

export const newAccount = (kind: AccountKind, id: number): Account => ({
  kind,
  id,
  taken: 0,
  spent: 0,
  held: 0,
  isUnlimited: false,
})

export const newHold = (
  { requestId, userId, tokenId, context, periods = NO_LIMITS, subscription }: NewHold,
  madeAt: number,
): Hold => ({
  requestId,
  userId,
  tokenId,
  subscriptionId: subscription?.id ?? 0,
  userAmount: 0,
  tokenAmount: 0,
  periodIds: periods.length === 0 && !subscription ? NO_IDS : accountIds(periods, subscription, madeAt),
  periodAmount: 0,
  callWeight: subscription?.callWeight ?? 0,
  weightHeld: 0,
  madeAt,
  context,
})

const accountIds = (periods: readonly PeriodLimit[], subscription: NewHold['subscription'], madeAt: number) => [
  ...periods.map(limit => periodAccountId(limit, madeAt)),
  ...(subscription?.windows ?? NO_IDS),
]

/** Returns the token's account if it has a cap. */
export const cappedBy = ({ token }: Payers): Account | null => (token && !token.isUnlimited ? token : null)

type Weighed = Pick<Hold, 'callWeight' | 'weightHeld' | 'periodAmount'>

/** Whether an account is a window that counts calls instead of quota. */
export const countsCalls = ({ callWeight }: Pick<Hold, 'callWeight'>, { id }: Account) => callWeight > 0 && isWindow(id)

/** Returns what a period or window still needs so that it has `quota` more than the hold; calls count once. */
export const neededOf = (hold: Weighed, period: Account, quota: number): number =>
  countsCalls(hold, period) ? hold.callWeight - hold.weightHeld : quota

/** Returns what a hold has of a period or window. */
export const heldOf = (hold: Weighed, period: Account): number =>
  countsCalls(hold, period) ? hold.weightHeld : hold.periodAmount

/** Returns what it lacks of it for a cost. */
export const lackOf = (hold: Weighed, period: Account, cost: number): number =>
  Math.max(0, neededOf(hold, period, cost - hold.periodAmount))

/** Moves the wanted amount, or as much as is available, from the accounts to the hold. */
export function setAside(hold: Hold, payers: Payers, { least, most }: Wanted): ReserveAnswer {
  const { user, periods, isSubscribed } = payers
  const token = cappedBy(payers)
  const balance = isSubscribed ? Number.POSITIVE_INFINITY : available(user)
  const cap = token ? available(token) : Number.POSITIVE_INFINITY
  const insufficient = shortageOf(balance, cap, least) ?? periodShortage(hold, periods, least)
  if (insufficient) return insufficient

  let there = Math.max(0, Math.min(balance, cap, Number.MAX_SAFE_INTEGER))
  for (const period of periods) if (!countsCalls(hold, period)) there = Math.min(there, Math.max(0, available(period)))
  const granted = Math.min(most, there)
  if (!isSubscribed) {
    user.held += granted
    hold.userAmount += granted
  }
  if (token) {
    token.held += granted
    hold.tokenAmount += granted
  }
  for (const period of periods) period.held += neededOf(hold, period, granted)
  hold.periodAmount += granted
  hold.weightHeld = hold.callWeight
  return { granted, left: there - granted }
}

function shortageOf(balance: number, cap: number, least: number): Insufficient | null {
  if (balance < least) return 'user_quota_insufficient'
  return cap < least ? 'token_quota_insufficient' : null
}

/** Returns the refusal by a limit; among the limits above a token it names the one. */
export function usedUp({ owner, ownerId }: Pick<PeriodPlace, 'owner' | 'ownerId'>): Insufficient {
  if (owner === 'token') return `token_period_used_up:${ownerId}`
  return owner === 'user' ? 'user_period_used_up' : 'subscription_used_up'
}

function periodShortage(hold: Hold, periods: readonly Account[], least: number): Insufficient | null {
  const short = periods.find(period => available(period) < neededOf(hold, period, least))
  return short ? usedUp(periodOfAccount(short.id)) : null
}

/** Releases a whole hold. */
export function giveBack(hold: Hold, { user, token, periods }: Payers): void {
  user.held -= hold.userAmount
  for (const period of periods) period.held -= heldOf(hold, period)
  if (token) token.held -= hold.tokenAmount
}
