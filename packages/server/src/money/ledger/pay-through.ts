import type { Db } from '../../platform/storage/db.ts'
import { checkAmount } from './check-amounts.ts'
import { insertAccountEntries, kindOf } from './insert-account-entries.ts'

interface Payment {
  userId: number
  amount: number
  /** The references of the payment that came in and of the price that it pays. */
  paid: string
  price: string
  subscriptionId: number
  /** Unix seconds. */
  now: number
}

/**
 * Records a payment and the price that it pays, in one link. The balance stays as it is, so no debt is collected from it.
 * `db` is a transaction.
 */
export function payThrough(db: Db, { userId, amount, paid, price, subscriptionId, now }: Payment): Promise<void> {
  checkAmount(amount)
  const of = { user_id: userId }
  const entries = [
    { ...of, reference: paid, kind: kindOf(paid), user_amount: amount },
    { ...of, reference: price, kind: kindOf(price), user_amount: 0 - amount, subscription_id: subscriptionId },
  ]
  return insertAccountEntries(db, entries, now)
}
