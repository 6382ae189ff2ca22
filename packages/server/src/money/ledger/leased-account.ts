import { type Account, type AccountKind, available, newAccount } from './book.ts'

/**
 * Outcome of a lease: enough; some; certainly everything there is; or everything except another node's part that it
 * does not return.
 */
export type Leased = 'enough' | 'some' | 'all' | 'not returned'

/**
 * How hard to try. `offered`: makes nobody wait. `least`: fails only if no node has as much left; a node that waits for
 * it keeps no part, so that one of several gets it. `all`: as much as any node has left.
 */
export type Reach = 'offered' | 'least' | 'all'

/** The next lease of an account, shared by all callers who come before it starts. */
export interface Batch {
  leased: Promise<Leased>
  /** The sum of the amounts, and the smallest of them. */
  sum: number
  smallest: number
  /** When its first caller came. */
  since: number
}

/** An account and its lease. Times are on the monotonic clock. */
export interface LeasedAccount extends Account {
  /** Whether its row was read and has not changed since. */
  isKnown: boolean
  /** Until then nothing is leased beyond the need. */
  exactUntil: number
  /** The lease's row promises others that this node immediately returns everything its calls do not hold. */
  hasPromised: boolean
  /** A promised return has not succeeded yet. */
  owesReturn: boolean
  /** The account has a debt: everything that no call holds is returned and collected. */
  isIndebted: boolean
  /** How often its debt was seen to grow. */
  debts: number
  usedAt: number
  /** Transactions on its row run one after another. */
  turn: Promise<unknown>
  next: Partial<Record<Reach, Batch>>
  /** How many callers wait for a lease, and how much is leased for them. */
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
  /** Requests of others that are not answered yet. */
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
