import { type Account, cappedBy, type Hold, type Payers } from './book.ts'
import type { Leased, Leases } from './leases.ts'

/** The accounts that calls spend from, as this node has leased them. */
export interface LeasedPayers {
  of(hold: Pick<Hold, 'userId' | 'tokenId'>): Payers
  /** Whether nothing has to be leased to set `amount` aside. */
  cover(payers: Payers, amount: number): boolean
  /** Leases of user and token each what is missing, and decides. */
  withLeased<Result>(
    payers: Payers,
    amounts: { ofUser: number; ofToken: number },
    decide: (leased: Leased) => Result,
  ): Promise<Result>
  /** What is held of them has changed. */
  changed(payers: Payers): void
}

export const leasedPayers = (leases: Leases): LeasedPayers => ({
  of: ({ userId, tokenId }) => ({
    user: leases.account('user', userId),
    token: tokenId === 0 ? null : leases.account('token', tokenId),
  }),
  cover: ({ user, token }, amount) => leases.covers(user, amount) && (!token || leases.covers(token, amount)),
  withLeased({ user, token }, { ofUser, ofToken }, decide) {
    const amounts: [Account, number][] = [[user, ofUser]]
    if (token) amounts.push([token, ofToken])
    return leases.withLeased(amounts, decide)
  },
  changed(payers) {
    leases.changed(payers.user)
    const token = cappedBy(payers)
    if (token) leases.changed(token)
  },
})
