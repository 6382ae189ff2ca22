import type { Db } from '../../platform/storage/db.ts'
import { checkAmount } from './check-amounts.ts'
import { insertAccountEntries, kindOf, type NewAccountEntry } from './insert-account-entries.ts'

interface Payment {
  userId: number
  /** The price. */
  amount: number
  /** The references of the payment that came in and of the price that it pays. */
  paid: string
  price: string
  subscriptionId: number
  /** What returns of an earlier price and pays a part of this one. */
  back?: Returned | undefined
  /** Who gets that back, and pays the price; absent: who paid. */
  ownerId?: number
  /** Unix seconds. */
  now: number
}

/** What is returned of the price of a subscription. */
export interface Returned {
  reference: string
  amount: number
  subscriptionId: number
}

/**
 * Records a payment and the price that it pays, in one link. Balances stay as they are, so no debt is collected from it.
 * `db` is a transaction.
 */
export function payThrough(
  db: Db,
  { userId, amount, paid, price, subscriptionId, back, ownerId = userId, now }: Payment,
): Promise<void> {
  checkAmount(amount)
  const counted = back?.amount ?? 0
  const payerId = back ? ownerId : userId
  const entryOf = (reference: string, user_id: number, user_amount: number, subscription_id = 0): NewAccountEntry => ({
    ...{ reference, kind: kindOf(reference), user_id, user_amount, subscription_id },
  })
  const passedOn = (reference: string) => [
    entryOf(`${reference}:from`, userId, counted - amount),
    entryOf(`${reference}:to`, payerId, amount - counted),
  ]
  const entries = [
    entryOf(paid, userId, amount - counted),
    ...(payerId === userId ? [] : passedOn(`team-in:${paid}`)),
    ...(back && counted > 0 ? [entryOf(back.reference, payerId, counted, back.subscriptionId)] : []),
    entryOf(price, payerId, 0 - amount, subscriptionId),
  ]
  return insertAccountEntries(db, entries, now)
}
