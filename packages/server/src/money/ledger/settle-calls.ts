import { DatabaseUnavailable } from '../../platform/storage/transient-errors.ts'
import { AccountBusy } from './account-busy.ts'
import {
  cancelPayment,
  cappedBy,
  confirmPayment,
  expectSame,
  type Hold,
  type Payers,
  type Payment,
  pay,
} from './book.ts'
import { checkAmount } from './check-amounts.ts'
import { type Charged, LedgerRefusal, type Settlement } from './commands.ts'
import { findSettled } from './find-settled.ts'
import { impatience } from './impatience.ts'
import { NodeGivenUp } from './lease-store.ts'
import type { Leased } from './leased-account.ts'
import type { LedgerDeps } from './ledger-deps.ts'
import { type LedgerParts, SETTLEMENT_PATIENCE_MS } from './running-calls.ts'

/** A client that lacks only the end of its answer waits longer than one that has nothing. */
const END_PATIENCE = 6

const NO_PERIODS: readonly number[] = []

/** Charges calls: decides in memory, then commits in groups. */
export function settleCalls(
  { calls: { holds, settling, settled }, payers, membership, writer, journal, requestPatienceMs }: LedgerParts,
  { storage }: Pick<LedgerDeps, 'storage'>,
) {
  const endPatienceMs = END_PATIENCE * requestPatienceMs
  const forAWhile = impatience(endPatienceMs)

  async function settle(settlement: Settlement): Promise<Charged> {
    checkAmount(settlement.quota)
    const { requestId } = settlement
    const under = settling.get(requestId)
    if (under) {
      expectSame(requestId, settledBy(under.asked), settledBy(settlement))
      return forAWhile(under.charged)
    }
    const open = holds.get(requestId)
    const charged = open ? charge(settlement, open) : settleWithoutHold(settlement, NO_PERIODS)
    settling.set(requestId, { asked: settlement, charged })
    const over = () => settling.delete(requestId)
    charged.then(() => {
      settled.add(requestId)
      journal.charged(requestId)
      over()
    }, over)
    return forAWhile(charged)
  }

  /** @param periodIds of a hold that was lost with its node */
  async function settleWithoutHold(settlement: Settlement, periodIds: readonly number[]): Promise<Charged> {
    const { requestId, isLate, log } = settlement
    const before = await membership.patiently(SETTLEMENT_PATIENCE_MS, () => findSettled(storage.ledger, requestId))
    if (before) {
      expectSame(requestId, before, settledBy(settlement))
      return { quota: before.paid, balance: before.balance }
    }
    if (!isLate) throw new LedgerRefusal(`request ${requestId} has nothing reserved`)
    const none = { requestId, userId: log.user_id, tokenId: log.token_id ?? 0, context: null }
    return charge(settlement, { ...none, userAmount: 0, tokenAmount: 0, periodIds, periodAmount: 0, madeAt: 0 })
  }

  async function charge(settlement: Settlement, hold: Hold): Promise<Charged> {
    const { requestId, quota, isWithdrawable } = settlement
    const patienceMs = isWithdrawable ? endPatienceMs : SETTLEMENT_PATIENCE_MS
    const { accounts, payment, node } = isCovered(hold, payers.of(hold), quota)
      ? decide(hold, payers.of(hold), quota)
      : await membership.patiently(patienceMs, isOver => decideWithMore(hold, quota, isOver))
    try {
      const balance = await writer.settle({ settlement, hold, payment, node }, patienceMs)
      if (node === membership.node()) confirmPayment(accounts, payment)
      payers.owe(accounts, payment)
      return { quota: payment.paid, balance }
    } catch (error) {
      if (node === membership.node()) cancelPayment(accounts, payment)
      payers.changed(accounts)
      if (!(error instanceof NodeGivenUp)) {
        journal.ended(requestId)
        throw error
      }
      await membership.patiently(SETTLEMENT_PATIENCE_MS, () => membership.check())
      return settleWithoutHold({ ...settlement, isLate: true }, hold.periodIds)
    }
  }

  const isCovered = (hold: Hold, accounts: Payers, quota: number) =>
    quota <= hold.userAmount &&
    (!cappedBy(accounts) || quota <= hold.tokenAmount) &&
    (accounts.periods.length === 0 || quota <= hold.periodAmount)

  function decide(hold: Hold, accounts: Payers, quota: number): { accounts: Payers; payment: Payment; node: string } {
    // A repetition that comes from now on has no hold.
    holds.delete(hold.requestId)
    const payment = pay(hold, accounts, quota)
    payers.changed(accounts)
    return { accounts, payment, node: membership.node() }
  }

  /** Leases what the hold lacks of the charge, if there is more. */
  function decideWithMore(hold: Hold, quota: number, isOver: () => boolean) {
    const accounts = payers.of(hold)
    const missing = {
      ofUser: Math.max(0, quota - hold.userAmount),
      ofToken: Math.max(0, quota - hold.tokenAmount),
      ofPeriods: Math.max(0, quota - hold.periodAmount),
    }
    const decideOn = (leased: Leased) => {
      if (isOver()) throw new DatabaseUnavailable('nobody waits any more')
      // Another node's part is available once it answers or is given up; without it, the call would not be charged in
      // full.
      if (leased === 'not returned') throw new AccountBusy('another node')
      return decide(hold, accounts, quota)
    }
    return payers.withLeased(accounts, missing, decideOn, 'all')
  }

  return { settle }
}

const settledBy = ({ quota, channelId, log }: Settlement) => ({
  userId: log.user_id,
  channelId,
  asked: quota,
  paid: 0,
})
