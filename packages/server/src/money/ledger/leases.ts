import type { Logger } from 'pino'
import type { Bus } from '../../platform/cluster/bus.ts'
import { type Account, type AccountKind, available } from './book.ts'
import { leaseMessages } from './lease-messages.ts'
import { leaseReturns } from './lease-returns.ts'
import { type LeaseStore, NodeGivenUp } from './lease-store.ts'
import { FIRST_LOOK_MS, LAST_LOOK_MS, leaseTaking } from './lease-taking.ts'
import {
  beExact,
  isExact,
  type Leased,
  type LeasedAccount,
  newLeasedAccount,
  noteDebt,
  type Reach,
} from './leased-account.ts'

/** The accounts that this node spends from, and its leases of them. */
export interface Leases {
  account(kind: AccountKind, id: number): Account
  /** Whether `amount` can be held without asking the database. */
  covers(account: Account, amount: number): boolean
  /**
   * Leases until these amounts are available, one after another, and lets `decide` take them before anything is returned
   * again. `decide` gets the worst outcome of missing amounts, or with `least` the outcome of the first missing one; `some` for
   * an amount that was leased and that another call has taken since.
   *
   * @throws the database's error if it cannot be reached; NodeGivenUp if the node lost what it leased meanwhile
   */
  withLeased<Result>(
    amounts: readonly [Account, number][],
    decide: (leased: Leased) => Result,
    reach?: Reach,
  ): Promise<Result>
  /** Must be called when the held amount has changed. */
  changed(account: Account): void
  /** Makes a row be read again before use, because it may have changed; with id 0, all rows. */
  refresh(kind: AccountKind, id: number): void
  /** Returns what was charged to an account since this node knows it. */
  charged(kind: AccountKind, id: number): number
  /** Makes every node return what its calls do not hold; for a moment, this node leases exact amounts. */
  recall(kind: AccountKind, id: number): Promise<void>
  /** Notes that its debt has grown: what calls do not hold pays for it, and nothing is held until it is collected. */
  owes(account: Account): void
  /** Returns leases of accounts with a debt, so that it is collected. */
  answerDebts(): Promise<void>
  /** Returns what others asked for. */
  answerRecalls(): Promise<void>
  /** Returns what was not used for a while. */
  returnIdle(): Promise<void>
  /** Drops all leases, because the node was given up. */
  loseAll(): void
  /** Returns everything that no call holds. */
  returnAll(): Promise<void>
}

interface Deps {
  store: LeaseStore
  /** This node's current id. */
  node(): string
  bus: Bus
  log: Logger
  timings: LeaseTimings
}

export interface LeaseTimings {
  /** An account without calls for this long is returned. */
  idleMs: number
  /** How long other nodes may take to return what they do not use. */
  recallPatienceMs: number
}

/** Long enough for the transaction of who recalled it. */
const RECALLED_MS = 2_000
/** `some` before `all`: asking again may bring what the charge lacks. */
const WORST_FIRST: readonly Leased[] = ['not returned', 'some', 'all']

/** The outcome of a lease whose amount is missing after all. */
const orTaken = (leased: Leased): Leased => (leased === 'enough' ? 'some' : leased)

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
  const { giveBack, giveBackNow, giveBackSoon, returnAsked, forget } = leaseReturns({
    store,
    node,
    keyOf,
    messages,
    log,
    drop: ({ kind, id }) => accounts[kind].delete(id),
  })
  const { recallPatienceMs } = timings
  const { ensure } = leaseTaking({ store, node, keyOf, messages, recallPatienceMs, giveBackNow })

  const all = () => [...accounts.user.values(), ...accounts.token.values(), ...accounts.period.values()]
  const isShort = (account: Account, amount: number) => !account.isUnlimited && available(account) < amount
  /** Whether others rely on getting what no call holds. */
  const returnsAtOnce = (account: LeasedAccount) => account.hasPromised || account.isIndebted || isExact(account)

  /**
   * Leases one account after another. No caller keeps an account while it waits for an earlier one, so two nodes never wait for
   * each other. With `least`, nothing is leased after the first account that is short.
   */
  async function leaseInTurn(amounts: readonly [Account, number][], reach: Reach) {
    const became: PromiseSettledResult<Leased>[] = []
    for (const [account, amount] of amounts) {
      const [outcome] = await Promise.allSettled([ensure(leased(account), amount, reach)])
      became.push(outcome)
      if (outcome.status === 'rejected' || (reach === 'least' && isShort(account, amount))) break
    }
    return became
  }

  // `find` makes every account; the ledger sees only its plain part.
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
      const became: PromiseSettledResult<Leased>[] = []
      const by = node()
      try {
        became.push(...(await leaseInTurn(amounts, reach)))
        const failed = became.find(each => each.status === 'rejected')
        if (failed) throw failed.reason
        if (by !== node()) throw new NodeGivenUp(by)
        const short = became.filter((_, at) => isShort(...(amounts[at] as [Account, number])))
        const outcomes = short.flatMap(each => (each.status === 'fulfilled' ? [orTaken(each.value)] : []))
        // A refusal names the first account that is short.
        const worst = reach === 'least' ? outcomes[0] : WORST_FIRST.find(outcome => outcomes.includes(outcome))
        return decide(worst ?? 'enough')
      } finally {
        for (const [at, [account, amount]] of amounts.entries()) {
          leased(account).deciding -= 1
          if (became[at]?.status === 'fulfilled') leased(account).claimed -= amount
          if (leased(account).questions.length > 0) returnAsked(leased(account))
          else if (returnsAtOnce(leased(account))) giveBackSoon(leased(account))
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
    charged: (kind, id) => accounts[kind].get(id)?.spent ?? 0,
    async recall(kind, id) {
      const account = find(kind, id)
      beExact(account, RECALLED_MS)
      await giveBack(account)
      const giveUpAt = performance.now() + recallPatienceMs
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
