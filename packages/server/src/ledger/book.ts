import {
  type HoldContext,
  type Insufficient,
  LedgerRefusal,
  type NewHold,
  type ReserveAnswer,
  type Wanted,
} from './commands.ts'

export type AccountKind = 'user' | 'token'

/** What this node may spend of a user's balance or a token's cap. Amounts are whole quota. */
export interface Account {
  readonly kind: AccountKind
  readonly id: number
  /** All that was leased, less what was returned, as the database has it. */
  taken: number
  /** What committed settlements have used up. */
  spent: number
  /** What open holds, and settlements under way, have of it. */
  held: number
  /** Of a token: it has no cap. */
  isUnlimited: boolean
}

/** Quota that a running call has reserved. */
export interface Hold {
  readonly requestId: string
  readonly userId: number
  readonly tokenId: number
  userAmount: number
  /** 0 when the token is unlimited. */
  tokenAmount: number
  /** Unix seconds. */
  readonly madeAt: number
  readonly context: HoldContext | null
}

/** The accounts that a call spends from; without a token: null. */
export interface Payers {
  user: Account
  token: Account | null
}

/** What a settlement takes from its hold and from what else is leased. */
export interface Payment {
  /** What is charged. */
  paid: number
  /** What of it counts against the token's cap. */
  tokenPaid: number
}

/** Leased, and neither held nor spent. */
export const available = ({ taken, spent, held }: Account): number => taken - spent - held

export const newAccount = (kind: AccountKind, id: number): Account => ({
  kind,
  id,
  taken: 0,
  spent: 0,
  held: 0,
  isUnlimited: false,
})

export const newHold = ({ requestId, userId, tokenId, context }: NewHold, madeAt: number): Hold => ({
  requestId,
  userId,
  tokenId,
  userAmount: 0,
  tokenAmount: 0,
  madeAt,
  context,
})

/** The token's account where it has a cap. */
export const cappedBy = ({ token }: Payers): Account | null => (token && !token.isUnlimited ? token : null)

/** Moves the wanted amount from the accounts to the hold, or as much of it as is available. */
export function setAside(hold: Hold, payers: Payers, { least, most }: Wanted): ReserveAnswer {
  const { user } = payers
  const token = cappedBy(payers)
  const balance = available(user)
  const cap = token ? available(token) : Number.POSITIVE_INFINITY
  const insufficient = shortageOf(balance, cap, least)
  if (insufficient) return insufficient

  const there = Math.max(0, Math.min(balance, cap))
  const granted = Math.min(most, there)
  user.held += granted
  hold.userAmount += granted
  if (token) {
    token.held += granted
    hold.tokenAmount += granted
  }
  return { granted, left: there - granted }
}

function shortageOf(balance: number, cap: number, least: number): Insufficient | null {
  if (balance < least) return 'user_quota_insufficient'
  return cap < least ? 'token_quota_insufficient' : null
}

/**
 * Decides what a request pays: what it cost, as far as the wallet reaches. The rest of the hold is released, the payment
 * stays held until it is committed. A token's cap is a limit, never a discount: it falls to 0 at most, while the user pays in full.
 */
export function pay(hold: Hold, payers: Payers, quota: number): Payment {
  const { user } = payers
  const token = cappedBy(payers)
  const paid = Math.min(quota, hold.userAmount + Math.max(0, available(user)))
  user.held += paid - hold.userAmount
  const tokenPaid = token ? Math.min(paid, hold.tokenAmount + Math.max(0, available(token))) : 0
  if (payers.token) payers.token.held += tokenPaid - hold.tokenAmount
  return { paid, tokenPaid }
}

/** A payment was committed. */
export function confirmPayment({ user, token }: Payers, { paid, tokenPaid }: Payment): void {
  user.held -= paid
  user.spent += paid
  if (!token) return
  token.held -= tokenPaid
  token.spent += tokenPaid
}

/** A payment will never be committed: it is available again. */
export function cancelPayment({ user, token }: Payers, { paid, tokenPaid }: Payment): void {
  user.held -= paid
  if (token) token.held -= tokenPaid
}

/** Releases a whole hold. */
export function giveBack(hold: Hold, { user, token }: Payers): void {
  user.held -= hold.userAmount
  if (token) token.held -= hold.tokenAmount
}

/** What a request was settled with, and how much of it was paid. */
export interface Settled {
  userId: number
  channelId: number
  asked: number
  paid: number
}

/** @throws LedgerRefusal when a settlement is not the one that was made */
export function expectSame(requestId: string, before: Settled, asked: Omit<Settled, 'paid'>): void {
  const { userId, channelId } = asked
  if (before.asked === asked.asked && before.userId === userId && before.channelId === channelId) return
  throw new LedgerRefusal(`request ${requestId} was settled otherwise: ${JSON.stringify(before)}`)
}
