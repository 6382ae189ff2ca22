import type { LeaseMessages } from './lease-messages.ts'
import { leaseSize } from './lease-policy.ts'
import type { GiveBackNow } from './lease-returns.ts'
import { type LeaseKey, type LeaseStore, NodeGivenUp } from './lease-store.ts'
import {
  type Batch,
  beExact,
  inTurn,
  isExact,
  type Leased,
  type LeasedAccount,
  learnDebt,
  type Reach,
  usable,
} from './leased-account.ts'

interface Deps {
  store: LeaseStore
  /** This node's current id. */
  node(): string
  keyOf(account: LeasedAccount): LeaseKey
  messages: LeaseMessages
  recallPatienceMs: number
  giveBackNow: GiveBackNow
}

/** Other nodes are asked again after this time, and then after twice as long each time. */
export const FIRST_LOOK_MS = 10
export const LAST_LOOK_MS = 200
/** How long others may take to answer. Without messages, they have returned their unused part by then. */
const ANSWER_MS = 200

/** Leases what callers lack of an account, from other nodes if necessary. All callers before it begins share a transaction. */
export function leaseTaking({ store, node, keyOf, messages, recallPatienceMs, giveBackNow }: Deps) {
  /** Leases until the amount is available, and claims it. */
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
    // The previous turn may have waited for the same node.
    const giveUpAt = since + recallPatienceMs
    let answerBy = Number.POSITIVE_INFINITY
    let pauseMs = FIRST_LOOK_MS
    // Pay a debt first, and lease what is left after it.
    if (account.isIndebted) await giveBackNow(account)
    let isAnsweredBy: (nodes: readonly string[]) => boolean = nodes => nodes.length === 0
    for (;;) {
      const missing = Math.max(0, sum - usable(account))
      // Parts of it on several nodes would be of use to none.
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
      // Otherwise two nodes could wait for each other forever.
      if (reach === 'offered') return 'some'
      await giveBackNow(account, reach === 'all' ? sum : 0)
    }
  }

  /** Leases what is missing or as much as there is; nothing if that is less than `atLeast`. Null: there is no such account. */
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

  /** Asks the other nodes and waits until one returns something or asks this node. Returns the nodes that answered. */
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

  return { ensure }
}
