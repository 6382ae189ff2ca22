import type { Logger } from 'pino'
import type { Bus } from '../cluster/bus.ts'
import { isTransient } from '../storage/transient-errors.ts'
import { type Account, type AccountKind, available, newAccount } from './book.ts'
import { leaseSize } from './lease-policy.ts'
import { type LeaseStore, NodeGivenUp } from './lease-store.ts'

/** Enough was leased, or certainly all there is, or all but what another node has and does not return. */
export type Leased = 'enough' | 'all' | 'not returned'

/** The accounts this node spends from, and what it has leased of them. */
export interface Leases {
  account(kind: AccountKind, id: number): Account
  /** Whether nothing has to be asked to set `amount` aside. */
  covers(account: Account, amount: number): boolean
  /**
   * Leases until these amounts are available, and has `decide` take them, before anything is returned again. It is told
   * the worst that became of the amounts.
   *
   * @throws an error of the database that cannot be reached
   */
  withLeased<Result>(amounts: readonly [Account, number][], decide: (leased: Leased) => Result): Promise<Result>
  /** What is held of it has changed. */
  changed(account: Account): void
  /** A row may have changed, with id 0 any of them: it is read before it is used again. */
  refresh(kind: AccountKind, id: number): void
  /** Has every node return what its calls do not hold; for a while this node leases exact amounts. */
  recall(kind: AccountKind, id: number): Promise<void>
  /** Its debt has grown: what calls do not hold goes there, and nothing is set aside until it is collected. */
  owes(account: Account): void
  /** Has what was leased of accounts that owe something collected. */
  answerDebts(): Promise<void>
  /** Returns what others asked for. */
  answerRecalls(): Promise<void>
  /** Returns what was not used for a while. */
  returnIdle(): Promise<void>
  /** Everything leased is gone: the node was given up. */
  loseAll(): void
  /** Returns everything that no call holds. */
  returnAll(): Promise<void>
}

interface Deps {
  store: LeaseStore
  /** This node's present id. */
  node(): string
  bus: Bus
  log: Logger
  timings: LeaseTimings
}

export interface LeaseTimings {
  /** An account without calls for this long is returned. */
  idleMs: number
  /** How long other nodes get to return what they do not use. */
  recallPatienceMs: number
}

/** An account, and how it is leased. Times are on the monotonic clock. */
interface LeasedAccount extends Account {
  /** Whether its row was read, and has not changed since. */
  isKnown: boolean
  /** Until then nothing is leased beyond what is needed, and everything else is returned at once. */
  exactUntil: number
  usedAt: number
  /** Transactions on its row follow one another. */
  turn: Promise<unknown>
  /** The next lease, shared by all who come before it begins. */
  next: Promise<Leased> | null
  /** What they want together. */
  wanted: number
  /** How many calls wait for a lease, and how much they are to have of it. */
  deciding: number
  claimed: number
  /** Whether a transaction has failed that may have moved something all the same. */
  isDoubtful: boolean
  /** Whether the database may have a row of this lease. */
  hasRow: boolean
  /** Number of times its row has changed. */
  changes: number
  isReturning: boolean
  /** Whether there is a debt: everything that no call holds is returned, and collected. */
  isOwing: boolean
  /** Number of times its debt was seen to grow. */
  debts: number
}

const RECALLED = 'lease-recalled'
const RETURNED = 'lease-returned'
const FIRST_LOOK_MS = 10
const LAST_LOOK_MS = 200
const EXACT_MS = 10_000
const WORST_FIRST: readonly Leased[] = ['not returned', 'all']

export function openLeases({ store, node, bus, log, timings }: Deps): Leases {
  const accounts: Record<AccountKind, Map<number, LeasedAccount>> = {
    user: new Map(),
    token: new Map(),
    period: new Map(),
  }
  /** Those who wait for another node to return some of an account. */
  const waiting = new Map<string, () => void>()

  function find(kind: AccountKind, id: number): LeasedAccount {
    const known = accounts[kind].get(id)
    if (known) return known
    const account: LeasedAccount = {
      ...newAccount(kind, id),
      isKnown: false,
      exactUntil: 0,
      usedAt: performance.now(),
      turn: Promise.resolve(),
      next: null,
      wanted: 0,
      deciding: 0,
      claimed: 0,
      isDoubtful: false,
      hasRow: false,
      changes: 0,
      isReturning: false,
      isOwing: false,
      debts: 0,
    }
    accounts[kind].set(id, account)
    return account
  }

  const keyOf = ({ kind, id }: Account) => ({ node: node(), account: kind, id })
  const isExact = (account: LeasedAccount) => account.exactUntil > performance.now()
  const mustReturn = (account: LeasedAccount) => account.isOwing || isExact(account)
  const noteDebt = (account: LeasedAccount) => {
    account.isOwing = true
    account.debts += 1
  }
  const beExact = (account: LeasedAccount) => {
    account.exactUntil = performance.now() + EXACT_MS
  }

  function inTurn<Result>(account: LeasedAccount, act: () => Promise<Result>): Promise<Result> {
    const turn = account.turn.then(act)
    account.turn = turn.catch(() => undefined)
    return turn
  }

  async function ensure(account: LeasedAccount, amount: number): Promise<Leased> {
    const missing = amount - available(account)
    if (account.isKnown && ((missing <= 0 && !account.isOwing) || account.isUnlimited)) return 'enough'
    return lease(account, Math.max(0, missing))
  }

  function lease(account: LeasedAccount, amount: number): Promise<Leased> {
    account.wanted += amount
    account.next ??= inTurn(account, () => {
      const { wanted } = account
      account.next = null
      account.wanted = 0
      return leaseNow(account, wanted)
    })
    return account.next
  }

  async function leaseNow(account: LeasedAccount, wanted: number): Promise<Leased> {
    const giveUpAt = performance.now() + timings.recallPatienceMs
    let pauseMs = FIRST_LOOK_MS
    // A debt comes first: what is left of it is leased again.
    if (account.isOwing) await giveBackNow(account, 0)
    for (let missing = account.isOwing ? account.claimed : wanted; ; ) {
      const by = node()
      const { changes, debts } = account
      account.isDoubtful = true
      const taken = await store.take(keyOf(account), state =>
        state.isUnlimited ? 0 : leaseSize(missing, state, isExact(account)),
      )
      if (by !== node()) throw new NodeGivenUp(by)
      account.isDoubtful = false
      account.isKnown = account.changes === changes
      if (taken) learnDebt(account, debts, taken.owed)
      if (!taken) return 'all'
      account.isUnlimited = taken.isUnlimited
      account.hasRow ||= taken.granted > 0
      account.taken = taken.taken
      if (taken.isContested) beExact(account)
      missing -= taken.granted
      if (missing <= 0 || taken.isUnlimited) return 'enough'
      if (!taken.idleElsewhere) return 'all'
      if (performance.now() > giveUpAt) return 'not returned'
      beExact(account)
      await askForReturn(account, pauseMs)
      pauseMs = Math.min(pauseMs * 2, LAST_LOOK_MS)
    }
  }

  /** Asks other nodes to return what they do not hold, and waits for a moment. Answers whether any has something. */
  async function askForReturn(account: LeasedAccount, longestMs: number): Promise<boolean> {
    const { kind, id } = account
    if (!(await store.recall(keyOf(account)))) return false
    const name = `${kind} ${id}`
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, longestMs)
    waiting.set(name, resolve)
    bus.publish(RECALLED, { kind, id })
    await promise
    clearTimeout(timer)
    waiting.delete(name)
    return true
  }

  /** Returns all that is not held, nor waited for. */
  const giveBack = (account: LeasedAccount): Promise<void> => inTurn(account, () => giveBackNow(account))

  async function giveBackNow(account: LeasedAccount, claimed = account.claimed): Promise<void> {
    if (account.taken === account.spent && !account.isDoubtful) return
    const { taken: known, debts } = account
    const amount = Math.max(0, available(account) - claimed)
    // Taken away first: if nobody learns whether the database did it, too little is spent, never too much.
    account.taken -= amount
    Object.assign(account, { isDoubtful: true, hasRow: true })
    const by = node()
    const { taken, owed } = await store.giveBack(keyOf(account), amount)
    if (by !== node()) return
    learnDebt(account, debts, owed)
    Object.assign(account, { taken, isDoubtful: false })
    // The database had leased more than was known here: an answer was lost.
    if (taken > known - amount && available(account) > claimed) return giveBackNow(account, claimed)
    bus.publish(RETURNED, { kind: account.kind, id: account.id })
  }

  /** Unless it has grown since it was asked for. */
  function learnDebt(account: LeasedAccount, debtsBefore: number, owed: number): void {
    if (account.debts === debtsBefore) account.isOwing = owed > 0
  }

  /** Soon, so that what a group of calls changes is returned at once. */
  function giveBackSoon(account: LeasedAccount): void {
    if (account.isReturning) return
    account.isReturning = true
    setImmediate(() => {
      const returning = inTurn(account, () => {
        account.isReturning = false
        return giveBackNow(account)
      })
      returning.catch(error => {
        if (isTransient(error) || error instanceof NodeGivenUp) return
        log.error({ err: error }, 'a lease was not returned')
      })
    })
  }

  async function forget(account: LeasedAccount, unusedSince: number): Promise<void> {
    const isUnused = () => account.held === 0 && account.deciding === 0 && account.usedAt < unusedSince
    await giveBack(account)
    await inTurn(account, async () => {
      if (!isUnused() || account.isDoubtful || account.taken !== account.spent) return
      if (account.hasRow) await store.forget(keyOf(account))
      Object.assign(account, { taken: 0, spent: 0, isKnown: false, hasRow: false })
      if (isUnused()) accounts[account.kind].delete(account.id)
    })
  }

  const all = () => [...accounts.user.values(), ...accounts.token.values(), ...accounts.period.values()]
  const named = (payload: unknown) => payload as { kind: AccountKind; id: number }

  bus.on(RECALLED, payload => {
    const { kind, id } = named(payload)
    const account = accounts[kind]?.get(id)
    if (!account) return
    beExact(account)
    giveBackSoon(account)
  })
  bus.on(RETURNED, payload => {
    const { kind, id } = named(payload)
    waiting.get(`${kind} ${id}`)?.()
  })

  // Every account is made by `find`; the ledger knows the part of it that is a plain account.
  const leased = (account: Account) => account as LeasedAccount

  return {
    account(kind, id) {
      const account = find(kind, id)
      account.usedAt = performance.now()
      return account
    },
    covers: (account, amount) =>
      leased(account).isKnown && (account.isUnlimited || (!leased(account).isOwing && available(account) >= amount)),
    async withLeased(amounts, decide) {
      const claim = (sign: 1 | -1) => {
        for (const [account, amount] of amounts) {
          leased(account).deciding += sign
          leased(account).claimed += sign * amount
        }
      }
      claim(1)
      try {
        const became = await Promise.all(amounts.map(([account, amount]) => ensure(leased(account), amount)))
        return decide(WORST_FIRST.find(worst => became.includes(worst)) ?? 'enough')
      } finally {
        claim(-1)
        for (const [account] of amounts) if (mustReturn(leased(account))) giveBackSoon(leased(account))
      }
    },
    owes(account) {
      noteDebt(leased(account))
      giveBackSoon(leased(account))
    },
    async answerDebts() {
      for (const { account: kind, id } of await store.owing(node())) {
        const account = find(kind, id)
        noteDebt(account)
        await giveBack(account)
      }
    },
    changed(account) {
      if (mustReturn(leased(account))) giveBackSoon(leased(account))
    },
    refresh(kind, id) {
      for (const account of id === 0 ? accounts[kind].values() : [accounts[kind].get(id)])
        if (account) Object.assign(account, { isKnown: false, changes: account.changes + 1 })
    },
    async recall(kind, id) {
      const account = find(kind, id)
      beExact(account)
      await giveBack(account)
      const giveUpAt = performance.now() + timings.recallPatienceMs
      let pauseMs = FIRST_LOOK_MS
      while (performance.now() < giveUpAt && (await askForReturn(account, pauseMs)))
        pauseMs = Math.min(pauseMs * 2, LAST_LOOK_MS)
    },
    async answerRecalls() {
      for (const { account: kind, id } of await store.recalled(node())) {
        const account = find(kind, id)
        beExact(account)
        await giveBack(account)
      }
    },
    async returnIdle() {
      const unusedSince = performance.now() - timings.idleMs
      for (const account of all())
        if (account.held === 0 && account.usedAt < unusedSince) await forget(account, unusedSince)
    },
    loseAll() {
      for (const account of all())
        Object.assign(account, { taken: 0, spent: 0, held: 0, isKnown: false, isDoubtful: false, hasRow: false })
    },
    async returnAll() {
      for (const account of all()) await giveBack(account)
    },
  }
}
