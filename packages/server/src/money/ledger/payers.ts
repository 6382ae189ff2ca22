import { type Account, cappedBy, type Hold, neededOf, type Payers } from './book.ts'
import type { Leased, Reach } from './leased-account.ts'
import type { Leases } from './leases.ts'
import type { Payment } from './payment.ts'

/** The leased accounts that calls spend from. */
export interface LeasedPayers {
  of(hold: Pick<Hold, 'userId' | 'tokenId' | 'periodIds' | 'subscriptionId'>): Payers
  /** Whether `amount` can be added to a hold without leasing more. */
  cover(payers: Payers, hold: Hold, amount: number): boolean
  /** Leases what user and token lack, and decides. */
  withLeased<Result>(
    payers: Payers,
    amounts: { ofUser: number; ofToken: number; ofPeriod(period: Account): number },
    decide: (leased: Leased) => Result,
    reach: Reach,
  ): Promise<Result>
  /** Notes the debts of a payment that they did not cover. */
  owe(payers: Payers, payment: Payment): void
  /** Must be called when their held amounts have changed. */
  changed(payers: Payers): void
}

const NONE: readonly Account[] = []

export const leasedPayers = (
  leases: Pick<Leases, 'account' | 'covers' | 'withLeased' | 'changed' | 'owes'>,
): LeasedPayers => ({
  of: ({ userId, tokenId, periodIds, subscriptionId }) => ({
    user: leases.account('user', userId),
    token: tokenId === 0 ? null : leases.account('token', tokenId),
    periods: periodIds.length === 0 ? NONE : periodIds.map(id => leases.account('period', id)),
    isSubscribed: subscriptionId !== 0,
  }),
  cover: ({ user, token, periods, isSubscribed }, hold, amount) =>
    (isSubscribed || leases.covers(user, amount)) &&
    (!token || leases.covers(token, amount)) &&
    periods.every(period => leases.covers(period, neededOf(hold, period, amount))),
  withLeased({ user, token, periods }, { ofUser, ofToken, ofPeriod }, decide, reach) {
    const amounts: [Account, number][] = ofUser === 0 ? [] : [[user, ofUser]]
    if (token) amounts.push([token, ofToken])
    for (const period of periods) amounts.push([period, ofPeriod(period)])
    return leases.withLeased(amounts, decide, reach)
  },
  owe({ user, token, periods }, { uncollected, tokenOwed, periodsPaid }) {
    if (uncollected > 0) leases.owes(user)
    if (token && tokenOwed > 0) leases.owes(token)
    for (const [at, [, , owed]] of periodsPaid.entries()) {
      const period = periods[at]
      if (period && owed > 0) leases.owes(period)
    }
  },
  changed(payers) {
    leases.changed(payers.user)
    const token = cappedBy(payers)
    if (token) leases.changed(token)
    for (const period of payers.periods) leases.changed(period)
  },
})
