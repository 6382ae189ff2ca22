import { type Account, type AccountKind, available, newAccount } from './book.ts'

/**
 * The outcome of a lease: enough; some; certainly everything there is; or everything except another node's part, which that
 * node does not return.
 */
export type Leased = 'enough' | 'some' | 'all' | 'not returned'

/**
 * How hard to try. `offered`: without waiting. `least`: fails only if no node has as much left; a node that waits keeps no
 * part, so that one of several gets it. `all`: as much as any node has left.
 */
export type Reach = 'offered' | 'least' | 'all'

/** The next lease of an account, shared by all callers that arrive before it starts. */
export interface Batch {
  leased: Promise<Leased>
  /** The sum of the amounts, and the smallest of them. */
  sum: number
  smallest: number
  /** When its first caller arrived. */
  since: number
}

/** An account and its lease. Times are on the monotonic clock. */
export interface LeasedAccount extends Account {
  /** Whether its row was read and has not changed since. */
  isKnown: boolean
  /** Until then, only exact amounts are leased. */
  exactUntil: number
  /** The lease's row promises that this node immediately returns everything that its calls do not hold. */
  hasPromised: boolean
  /** A promised return has not succeeded yet. */
  owesReturn: boolean
  /** The account has a debt, so everything that no call holds is returned to collect it. */
  isIndebted: boolean
  /** How often its debt has grown. */
  debts: number
  usedAt: number
  /** Transactions on its row run one after another. */
  turn: Promise<unknown>
  next: Partial<Record<Reach, Batch>>
  /** The number of callers waiting for a lease, and the amount leased for them. */
  deciding: number
  claimed: number
  /** Whether a failed transaction may have moved something anyway. */
  isDoubtful: boolean
  /** Whether the database may have a row of this lease. */
  hasRow: boolean
  /** Number of times its row has changed. */
  changes: number
  isReturning: boolean
  /** Another node wants the unused part. */
  isAsked: boolean
  /** Unanswered requests of other nodes. */
  questions: string[]
  /** Ends a wait for other nodes. */
  wake: (() => void) | null
}

export const newLeasedAccount = (kind: AccountKind, id: number): LeasedAccount => ({
  ...newAccount(kind, id),
  isKnown: false,
  exactUntil: 0,
  hasPromised: false,
  owesReturn: false,
  isIndebted: false,
  debts: 0,
  usedAt: performance.now(),
  turn: Promise.resolve(),
  next: {},
  deciding: 0,
  claimed: 0,
  isDoubtful: false,
  hasRow: false,
  changes: 0,
  isReturning: false,
  isAsked: false,
  questions: [],
  wake: null,
})

/** For this long after another node asked for an account, only exact amounts of it are leased. */
const EXACT_MS = 10_000

export const isExact = (account: LeasedAccount): boolean => account.exactUntil > performance.now()

export function beExact(account: LeasedAccount, forMs = EXACT_MS): void {
  account.exactUntil = Math.max(account.exactUntil, performance.now() + forMs)
}

/** Returns what is neither held nor leased for a caller. */
export const usable = (account: LeasedAccount): number => Math.max(0, available(account) - account.claimed)

export function noteDebt(account: LeasedAccount): void {
  account.isIndebted = true
  account.debts += 1
}

/** Takes over the debt in its row, unless the debt has grown since the row was requested. */
export function learnDebt(account: LeasedAccount, debtsBefore: number, owed: number): void {
  if (account.debts === debtsBefore) account.isIndebted = owed > 0
}

/** Acts on its row after all earlier callers. */
export function inTurn<Result>(account: LeasedAccount, act: () => Promise<Result>): Promise<Result> {
  const turn = account.turn.then(act)
  account.turn = turn.catch(() => undefined)
  return turn
}
