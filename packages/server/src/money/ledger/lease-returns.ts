import type { Logger } from 'pino'
import { isTransient } from '../../platform/storage/transient-errors.ts'
import type { LeaseMessages } from './lease-messages.ts'
import { type LeaseKey, type LeaseStore, NodeGivenUp } from './lease-store.ts'
import { beExact, inTurn, type LeasedAccount, learnDebt, usable } from './leased-account.ts'

interface Deps {
  store: LeaseStore
  /** This node's current id. */
  node(): string
  keyOf(account: LeasedAccount): LeaseKey
  messages: LeaseMessages
  log: Logger
  /** Called when nothing is left of an account and no call uses it. */
  drop(account: LeasedAccount): void
}

/** Returns everything except `kept` that is neither held nor leased for a caller, in the account's turn. */
export type GiveBackNow = (account: LeasedAccount, kept?: number) => Promise<void>

/** Returns what this node has leased but does not use. */
export function leaseReturns({ store, node, keyOf, messages, log, drop }: Deps) {
  /** Returns the unused part because another node wants it. */
  function returnAsked(account: LeasedAccount): void {
    beExact(account)
    account.isAsked = true
    if (account.wake) account.wake()
    else giveBackSoon(account)
  }

  /** Returns everything that is neither held nor leased for a caller. */
  const giveBack = (account: LeasedAccount): Promise<void> => inTurn(account, () => giveBackNow(account))

  async function giveBackNow(account: LeasedAccount, kept = 0): Promise<void> {
    // Calls that wait for another account may still be refused, so what is leased for them may become free again.
    const isClear = account.claimed === 0
    const questions = isClear ? account.questions.splice(0) : []
    account.isAsked = false
    const answer = () => messages.returned(account, questions)
    const amount = Math.max(0, usable(account) - kept)
    if (!account.isDoubtful && (account.taken === account.spent || (account.hasPromised && amount === 0))) {
      if (questions.length > 0) answer()
      return
    }
    const { taken: known, debts } = account
    // Subtracted first: if the database's answer is lost, too little may be spent, never too much.
    account.taken -= amount
    Object.assign(account, { isDoubtful: true, hasRow: true, owesReturn: true })
    const by = node()
    const { taken, owed } = await store.giveBack(keyOf(account), amount, isClear)
    if (by !== node()) return
    learnDebt(account, debts, owed)
    Object.assign(account, { taken, isDoubtful: false, owesReturn: false, hasPromised: isClear })
    // The database had leased more than was known here, because an answer was lost.
    if (taken > known - amount && usable(account) > kept) await giveBackNow(account, kept)
    answer()
  }

  /** Returns it soon, so that the changes of a group of calls are returned together. */
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
      if (isUnused()) drop(account)
    })
  }

  return { giveBack, giveBackNow, giveBackSoon, returnAsked, forget }
}
