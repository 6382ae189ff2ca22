import type { Logger } from 'pino'
import type { Bus } from '../../platform/cluster/bus.ts'
import { isTransient } from '../../platform/storage/transient-errors.ts'
import { type Account, type AccountKind, available } from './book.ts'
import { leaseMessages } from './lease-messages.ts'
import { leaseSize } from './lease-policy.ts'
import { type LeaseStore, NodeGivenUp } from './lease-store.ts'
import { type Batch, type Leased, type LeasedAccount, newLeasedAccount, type Reach } from './leased-account.ts'

/** The accounts this node spends from, and what it has leased of them. */
export interface Leases {
  account(kind: AccountKind, id: number): Account
  /** Whether nothing has to be asked to set `amount` aside. */
  covers(account: Account, amount: number): boolean
  /**
   * Leases until these amounts are available, and has `decide` take them, before anything is returned again. It is told
   * the worst that became of those that are not there.
   *
   * @throws an error of the database that cannot be reached
   */
  withLeased<Result>(
    amounts: readonly [Account, number][],
    decide: (leased: Leased) => Result,
    reach?: Reach,
  ): Promise<Result>
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

const FIRST_LOOK_MS = 10
const LAST_LOOK_MS = 200
/** How long others get to answer that they have returned what they do not use; without messages they have by then. */
const ANSWER_MS = 200
const EXACT_MS = 10_000
const WORST_FIRST: readonly Leased[] = ['not returned', 'all', 'some']

export function openLeases({ store, node, bus, log, timings }: Deps): Leases {
  const accounts: Record<AccountKind, Map<number, LeasedAccount>> = {
    user: new Map(),
    token: new Map(),
    period: new Map(),
  }
  const messages = leaseMessages(bus, node, (kind, id, question) => {
    const account = accounts[kind]?.get(id)
    if (!account) return
    account.questions.push(question)
    returnAsked(account)
  })

  function find(kind: AccountKind, id: number): LeasedAccount {
    const known = accounts[kind].get(id)
    if (known) return known
    const account = newLeasedAccount(kind, id)
    accounts[kind].set(id, account)
    return account
  }

  const keyOf = ({ kind, id }: Account) => ({ node: node(), account: kind, id })
  const isExact = (account: LeasedAccount) => account.exactUntil > performance.now()
  const noteDebt = (account: LeasedAccount) => {
    account.isIndebted = true
    account.debts += 1
  }
  const beExact = (account: LeasedAccount) => {
    account.exactUntil = performance.now() + EXACT_MS
  }
  /** Neither held nor leased for somebody. */
  const usable = (account: LeasedAccount) => Math.max(0, available(account) - account.claimed)

  function inTurn<Result>(account: LeasedAccount, act: () => Promise<Result>): Promise<Result> {
    const turn = account.turn.then(act)
    account.turn = turn.catch(() => undefined)
    return turn
  }

  /** The amount is claimed then. */
  function ensure(account: LeasedAccount, amount: number, reach: Reach): Promise<Leased> | Leased {
    if (account.isKnown && (account.isUnlimited || (!account.isIndebted && usable(account) >= amount))) {
      account.claimed += amount
      return 'enough'
    }
    const batch = account.next[reach] ?? newBatch(account, reach)
    batch.sum += amount
    batch.smallest = Math.min(batch.smallest, amount)
    return batch.leased
  }

  function newBatch(account: LeasedAccount, reach: Reach): Batch {
    const begin = async () => {
      delete account.next[reach]
      const leased = await lease(account, batch, reach)
      account.claimed += batch.sum
      return leased
    }
    const since = performance.now()
    const batch: Batch = { sum: 0, smallest: Number.POSITIVE_INFINITY, since, leased: inTurn(account, begin) }
    account.next[reach] = batch
    return batch
  }

  async function lease(account: LeasedAccount, { sum, smallest, since }: Batch, reach: Reach): Promise<Leased> {
    // The turn before may have waited for the same node.
    const giveUpAt = since + timings.recallPatienceMs
    let answerBy = Number.POSITIVE_INFINITY
    let pauseMs = FIRST_LOOK_MS
    // A debt comes first: what is left of it is leased again.
    if (account.isIndebted) await giveBackNow(account)
    let isAnsweredBy: (nodes: readonly string[]) => boolean = nodes => nodes.length === 0
    for (;;) {
      const missing = Math.max(0, sum - usable(account))
      // In parts among several nodes it would serve nobody.
      const atLeast = reach === 'least' ? Math.max(0, smallest - usable(account)) : 0
      const taken = await take(account, missing, atLeast)
      if (!taken) return 'all'
      const { holders, idleElsewhere } = taken
      if (taken.isUnlimited || taken.granted >= missing) return 'enough'
      if (reach === 'least' && taken.granted > 0) return 'some'
      if (idleElsewhere && performance.now() > giveUpAt) return 'not returned'
      if (!idleElsewhere) {
        if (reach === 'offered') return 'some'
        if (isAnsweredBy(holders) || performance.now() > answerBy) return 'all'
        answerBy = Math.min(answerBy, performance.now() + ANSWER_MS - 1)
      }
      beExact(account)
      if (reach === 'least') await giveBackNow(account)
      if (idleElsewhere) await store.recall(keyOf(account))
      isAnsweredBy = await untilChange(account, idleElsewhere ? pauseMs : ANSWER_MS)
      pauseMs = Math.min(pauseMs * 2, LAST_LOOK_MS)
      if (!account.isAsked) continue
      // Two nodes that wait for each other would both wait in vain.
      if (reach === 'offered') return 'some'
      await giveBackNow(account, reach === 'all' ? sum : 0)
    }
  }

  /** Leases what is missing, or as much as there is; with less than `atLeast` there, nothing. Null: there is no such account. */
  async function take(account: LeasedAccount, missing: number, atLeast: number) {
    const by = node()
    const { changes, debts } = account
    account.isDoubtful = true
    const taken = await store.take(keyOf(account), state =>
      state.isUnlimited || state.free < atLeast ? 0 : leaseSize(missing, state, isExact(account)),
    )
    if (by !== node()) throw new NodeGivenUp(by)
    account.isDoubtful = false
    account.isKnown = account.changes === changes
    if (!taken) return null
    learnDebt(account, debts, taken.owed)
    account.isUnlimited = taken.isUnlimited
    account.hasRow ||= taken.granted > 0
    if (taken.granted > 0) account.hasPromised = false
    account.taken = taken.taken
    if (taken.isContested) beExact(account)
    return taken
  }

  /** Asks the other nodes, and waits until one has returned something or asks this node. Answers who has answered. */
  async function untilChange(account: LeasedAccount, longestMs: number) {
    const { promise: asked, resolve } = Promise.withResolvers<void>()
    account.wake = resolve
    if (account.isAsked) resolve()
    const question = messages.ask(account)
    await Promise.race([question.change(longestMs), asked])
    question.close()
    account.wake = null
    return question.isAnsweredBy
  }

  /** Another node wants what this one does not use. */
  function returnAsked(account: LeasedAccount): void {
    beExact(account)
    account.isAsked = true
    if (account.wake) account.wake()
    else giveBackSoon(account)
  }

  /** Returns all that is neither held nor leased for somebody. */
  const giveBack = (account: LeasedAccount): Promise<void> => inTurn(account, () => giveBackNow(account))

  async function giveBackNow(account: LeasedAccount, kept = 0): Promise<void> {
    const questions = account.questions.splice(0)
    account.isAsked = false
    const answer = () => messages.returned(account, questions)
    const amount = Math.max(0, usable(account) - kept)
    if (!account.isDoubtful && (account.taken === account.spent || (account.hasPromised && amount === 0))) {
      if (questions.length > 0) answer()
      return
    }
    const { taken: known, debts } = account
    // Taken away first: if nobody learns whether the database did it, too little is spent, never too much.
    account.taken -= amount
    Object.assign(account, { isDoubtful: true, hasRow: true, owesReturn: true })
    const by = node()
    const { taken, owed } = await store.giveBack(keyOf(account), amount)
    if (by !== node()) return
    learnDebt(account, debts, owed)
    Object.assign(account, { taken, isDoubtful: false, owesReturn: false, hasPromised: true })
    // The database had leased more than was known here: an answer was lost.
    if (taken > known - amount && usable(account) > kept) await giveBackNow(account, kept)
    answer()
  }

  /** Unless it has grown since it was asked for. */
  function learnDebt(account: LeasedAccount, debtsBefore: number, owed: number): void {
    if (account.debts === debtsBefore) account.isIndebted = owed > 0
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
      Object.assign(account, { taken: 0, spent: 0, isKnown: false, hasRow: false, hasPromised: false })
      if (isUnused()) accounts[account.kind].delete(account.id)
    })
  }

  const all = () => [...accounts.user.values(), ...accounts.token.values(), ...accounts.period.values()]
  const isShort = (account: Account, amount: number) => !account.isUnlimited && available(account) < amount
  /** Others count on what it does not hold. */
  const returnsAtOnce = (account: LeasedAccount) => account.hasPromised || account.isIndebted || isExact(account)

  // Every account is made by `find`; the ledger knows the part of it that is a plain account.
  const leased = (account: Account) => account as LeasedAccount

  return {
    account(kind, id) {
      const account = find(kind, id)
      account.usedAt = performance.now()
      return account
    },
    covers: (account, amount) =>
      leased(account).isKnown && (account.isUnlimited || (!leased(account).isIndebted && available(account) >= amount)),
    async withLeased(amounts, decide, reach = 'all') {
      for (const [account] of amounts) leased(account).deciding += 1
      const asked = amounts.map(([account, amount]) => ensure(leased(account), amount, reach))
      const became = await Promise.allSettled(asked)
      try {
        const failed = became.find(each => each.status === 'rejected')
        if (failed) throw failed.reason
        const short = became.filter((_, at) => isShort(...(amounts[at] as [Account, number])))
        return decide(
          WORST_FIRST.find(worst => short.some(each => each.status === 'fulfilled' && each.value === worst)) ??
            'enough',
        )
      } finally {
        for (const [at, [account, amount]] of amounts.entries()) {
          leased(account).deciding -= 1
          if (became[at]?.status === 'fulfilled') leased(account).claimed -= amount
          if (returnsAtOnce(leased(account))) giveBackSoon(leased(account))
        }
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
      if (returnsAtOnce(leased(account))) giveBackSoon(leased(account))
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
      const question = messages.ask(account)
      let pauseMs = FIRST_LOOK_MS
      while (performance.now() < giveUpAt && (await store.recall(keyOf(account)))) {
        await question.change(pauseMs)
        pauseMs = Math.min(pauseMs * 2, LAST_LOOK_MS)
      }
      question.close()
    },
    async answerRecalls() {
      for (const account of all()) if (account.owesReturn) giveBackSoon(account)
      for (const { account: kind, id } of await store.recalled(node())) {
        const account = find(kind, id)
        returnAsked(account)
      }
    },
    async returnIdle() {
      const unusedSince = performance.now() - timings.idleMs
      for (const account of all())
        if (account.held === 0 && account.usedAt < unusedSince) await forget(account, unusedSince)
    },
    loseAll() {
      for (const account of all())
        Object.assign(account, {
          ...{ taken: 0, spent: 0, held: 0, isKnown: false, isDoubtful: false },
          ...{ hasRow: false, hasPromised: false, owesReturn: false, isIndebted: false },
        })
    },
    async returnAll() {
      for (const account of all()) await giveBack(account)
    },
  }
}
