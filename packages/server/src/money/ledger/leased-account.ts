import { type Account, type AccountKind, available, newAccount } from './book.ts'

/** Enough was leased; or some; or certainly all there is; or all but the part that another node has and does not return. */
export type Leased = 'enough' | 'some' | 'all' | 'not returned'

/**
 * How far a lease goes. `offered`: nobody is kept waiting for it. `least`: it fails only where no node has as much left; a node that
 * waits for it keeps no part of it, so one of several gets it. `all`: as much of it as any node has left.
 */
export type Reach = 'offered' | 'least' | 'all'

/** The next lease of an account, shared by all callers who come before it begins. */
export interface Batch {
  leased: Promise<Leased>
  /** The sum of the amounts, and the smallest of them. */
  sum: number
  smallest: number
  /** When its first caller came. */
  since: number
}

/** An account, and how it is leased. Times are on the monotonic clock. */
export interface LeasedAccount extends Account {
  /** Whether its row was read, and has not changed since. */
  isKnown: boolean
  /** Until then nothing is leased beyond what is needed. */
  exactUntil: number
  /** The lease's row promises to others that this node returns at once what its calls do not hold. */
  hasPromised: boolean
  /** What was promised could not be returned yet. */
  owesReturn: boolean
  /** The account has a debt: everything that no call holds is returned, and collected. */
  isIndebted: boolean
  /** Number of times its debt was seen to grow. */
  debts: number
  usedAt: number
  /** Transactions on its row follow one another. */
  turn: Promise<unknown>
  next: Partial<Record<Reach, Batch>>
  /** How many callers wait for a lease, and how much of it is leased for them. */
  deciding: number
  claimed: number
  /** Whether a transaction has failed that may have moved something all the same. */
  isDoubtful: boolean
  /** Whether the database may have a row of this lease. */
  hasRow: boolean
  /** Number of times its row has changed. */
  changes: number
  isReturning: boolean
  /** Another node wants what is not used. */
  isAsked: boolean
  /** The questions of others that are not answered yet. */
  questions: string[]
  /** Ends the wait for other nodes, if there is one. */
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

/** For so long after another node asked for an account, exact amounts of it are leased. */
const EXACT_MS = 10_000

export const isExact = (account: LeasedAccount): boolean => account.exactUntil > performance.now()

export function beExact(account: LeasedAccount): void {
  account.exactUntil = performance.now() + EXACT_MS
}

/** Neither held nor leased for somebody. */
export const usable = (account: LeasedAccount): number => Math.max(0, available(account) - account.claimed)

export function noteDebt(account: LeasedAccount): void {
  account.isIndebted = true
  account.debts += 1
}

/** What its row says it owes, unless its debt has grown since the row was asked for. */
export function learnDebt(account: LeasedAccount, debtsBefore: number, owed: number): void {
  if (account.debts === debtsBefore) account.isIndebted = owed > 0
}

/** Acts on its row after those who came before. */
export function inTurn<Result>(account: LeasedAccount, act: () => Promise<Result>): Promise<Result> {
  const turn = account.turn.then(act)
  account.turn = turn.catch(() => undefined)
  return turn
}
