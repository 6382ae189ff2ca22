import type { Storage } from '../../platform/storage/db.ts'
import { DatabaseUnavailable } from '../../platform/storage/transient-errors.ts'
import { AccountBusy } from './account-busy.ts'
import { type Account, cappedBy, type Hold, lackOf, type Payers } from './book.ts'
import { checkAmount } from './check-amounts.ts'
import { type Charged, LedgerRefusal, type Settlement } from './commands.ts'
import { expectSame, findSettled } from './find-settled.ts'
import { impatience } from './impatience.ts'
import { NodeGivenUp } from './lease-store.ts'
import type { Leased } from './leased-account.ts'
import { cancelPayment, confirmPayment, pay } from './payment.ts'
import { type LedgerParts, SETTLEMENT_PATIENCE_MS, type Settling } from './running-calls.ts'
import type { DecidedSettlement } from './settlement-writer.ts'

/** A client that lacks only the end of its answer waits this many times longer than one that has nothing. */
const END_PATIENCE = 6

/** The payers of a hold that was lost with its node. */
type LostPayers = Pick<Hold, 'periodIds' | 'subscriptionId' | 'callWeight'>
const UNKNOWN: LostPayers = { periodIds: [], subscriptionId: 0, callWeight: 0 }

interface Decided extends DecidedSettlement {
  accounts: Payers
}

/** Charges calls: decides in memory, then commits in groups. */
export function settleCalls(
  { calls: { holds, settling, settled }, payers, membership, writer, journal, requestPatienceMs }: LedgerParts,
  { storage }: { storage: Pick<Storage, 'ledger'> },
) {
  const endPatienceMs = END_PATIENCE * requestPatienceMs
  const newWaiter = impatience(endPatienceMs)

  function settle(settlement: Settlement): Promise<Charged> {
    const { requestId } = settlement
    const under = settling.get(requestId)
    try {
      checkAmount(settlement.quota)
      if (under) expectSame(requestId, settledBy(under.asked), settledBy(settlement))
    } catch (error) {
      return Promise.reject(error)
    }
    const waiter = newWaiter<Charged>()
    if (under) under.waiters.push(waiter)
    else begin({ asked: settlement, waiters: [waiter] })
    return waiter.promise
  }

  function begin(under: Settling): void {
    const { requestId } = under.asked
    const open = holds.get(requestId)
    settling.set(requestId, under)
    if (open) charge(under, under.asked, open)
    else void settleWithoutHold(under, under.asked, UNKNOWN)
  }

  function succeed({ asked: { requestId }, waiters }: Settling, charged: Charged): void {
    settled.add(requestId)
    journal.charged(requestId)
    settling.delete(requestId)
    for (const waiter of waiters) waiter.resolve(charged)
  }

  function fail({ asked: { requestId }, waiters }: Settling, error: Error): void {
    settling.delete(requestId)
    for (const waiter of waiters) waiter.reject(error)
  }

  async function settleWithoutHold(under: Settling, settlement: Settlement, lost: LostPayers) {
    const { requestId, isLate, log } = settlement
    try {
      const before = await membership.patiently(SETTLEMENT_PATIENCE_MS, () => findSettled(storage.ledger, requestId))
      if (before) {
        expectSame(requestId, before, settledBy(settlement))
        return succeed(under, { quota: before.paid, balance: before.balance })
      }
      if (!isLate) throw new LedgerRefusal(`request ${requestId} has nothing reserved`)
    } catch (error) {
      return fail(under, error as Error)
    }
    const { periodIds, subscriptionId, callWeight } = lost
    const none = { requestId, userId: log.user_id, tokenId: log.token_id ?? 0, context: null, madeAt: 0 }
    const nothing = { userAmount: 0, tokenAmount: 0, periodAmount: 0, weightHeld: 0 }
    charge(under, settlement, { ...none, ...nothing, periodIds, subscriptionId, callWeight })
  }

  function charge(under: Settling, settlement: Settlement, hold: Hold): void {
    const { quota, isWithdrawable } = settlement
    const patienceMs = isWithdrawable ? endPatienceMs : SETTLEMENT_PATIENCE_MS
    const accounts = payers.of(hold)
    if (isCovered(hold, accounts, quota)) commit(under, decide(settlement, hold, accounts), patienceMs)
    else
      membership
        .patiently(patienceMs, isOver => decideWithMore(settlement, hold, isOver))
        .then(
          decided => commit(under, decided, patienceMs),
          error => fail(under, error),
        )
  }

  function commit(under: Settling, decided: Decided, patienceMs: number): void {
    const { settlement, hold, accounts, payment, node } = decided
    writer.settle(decided, patienceMs, {
      resolve(balance) {
        if (node === membership.node()) confirmPayment(accounts, payment)
        payers.owe(accounts, payment)
        succeed(under, { quota: payment.paid + payment.subscriptionPaid, balance })
      },
      reject(error) {
        if (node === membership.node()) cancelPayment(accounts, payment)
        payers.changed(accounts)
        if (error instanceof NodeGivenUp) return void settleAgain(under, settlement, hold)
        journal.ended(hold.requestId)
        fail(under, error)
      },
    })
  }

  /** Settles again after the node was given up, when the settlement may or may not have been committed before. */
  async function settleAgain(under: Settling, settlement: Settlement, lost: LostPayers): Promise<void> {
    try {
      await membership.patiently(SETTLEMENT_PATIENCE_MS, () => membership.check())
    } catch (error) {
      return fail(under, error as Error)
    }
    await settleWithoutHold(under, { ...settlement, isLate: true }, lost)
  }

  const isCovered = (hold: Hold, accounts: Payers, quota: number) =>
    (accounts.isSubscribed || quota <= hold.userAmount) &&
    (!cappedBy(accounts) || quota <= hold.tokenAmount) &&
    accounts.periods.every(period => lackOf(hold, period, quota) === 0)

  function decide(settlement: Settlement, hold: Hold, accounts: Payers): Decided {
    // A repetition from now on has no hold.
    holds.delete(hold.requestId)
    const payment = pay(hold, accounts, settlement.quota)
    payers.changed(accounts)
    return { settlement, hold, accounts, payment, node: membership.node() }
  }

  /** Leases what the hold lacks for the charge, if available, and decides. */
  async function decideWithMore(settlement: Settlement, hold: Hold, isOver: () => boolean): Promise<Decided> {
    const { quota } = settlement
    const accounts = payers.of(hold)
    const decideOn = (leased: Leased) => {
      if (isOver()) throw new DatabaseUnavailable('nobody waits any more')
      // Another node's part becomes available when it answers or is given up; without it, the call would not be charged in
      // full.
      if (leased === 'not returned') throw new AccountBusy('another node')
      return leased === 'some' ? null : decide(settlement, hold, accounts)
    }
    for (;;) {
      const missing = {
        // With a subscription, the user pays if its windows have no more.
        ofUser: Math.max(0, quota - (accounts.isSubscribed ? ofWindows(hold, quota) : hold.userAmount)),
        ofToken: Math.max(0, quota - hold.tokenAmount),
        ofPeriod: (period: Account) => lackOf(hold, period, quota),
      }
      const decided = await payers.withLeased(accounts, missing, decideOn, 'all')
      if (decided) return decided
    }
  }

  return { settle }
}

/** Returns what the windows certainly pay of a cost. */
const ofWindows = ({ callWeight, weightHeld, periodAmount }: Hold, quota: number) =>
  callWeight === 0 ? periodAmount : weightHeld === callWeight ? quota : 0

const settledBy = ({ quota, channelId, log }: Settlement) => ({
  userId: log.user_id,
  channelId,
  asked: quota,
  paid: 0,
})
