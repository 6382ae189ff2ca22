import { type Account, available, cappedBy, countsCalls, type Hold, heldOf, type Payers } from './book.ts'
import { isWindow } from './subscription-windows.ts'

/** What a settlement takes from its hold and other leased quota. */
export interface Payment {
  /** The part of the charge that the wallet pays. */
  paid: number
  /** The part that the subscription pays. */
  subscriptionPaid: number
  /** What its windows count for that instead of quota, in thousandths of a call; 0: they count quota. */
  calls: number
  /** The part that the wallet does not cover and the user owes. */
  uncollected: number
  /** The part of the cost that counts against the token's cap. */
  tokenPaid: number
  /** The part that the token's cap does not cover; it reduces later raises. */
  tokenOwed: number
  /** The part of the cost that counts in each period. */
  periodsPaid: readonly PeriodPaid[]
}

/** `owed`: the part that the limit does not cover, counted in later periods. */
export type PeriodPaid = readonly [accountId: number, paid: number, owed: number]

/**
 * Decides what a request pays: its cost, up to what the wallet has. Releases the rest of the hold, and keeps the payment held
 * until it is committed. Amounts that wallet, cap and periods do not cover become debts, so that none falls below 0.
 */
export function pay(hold: Hold, payers: Payers, quota: number): Payment {
  const { user } = payers
  const token = cappedBy(payers)
  const subscriptionPaid = payers.isSubscribed ? paidByWindows(hold, payers, quota) : 0
  const calls = subscriptionPaid > 0 ? hold.callWeight : 0
  const rest = quota - subscriptionPaid
  const paid = Math.min(rest, hold.userAmount + Math.max(0, available(user)))
  user.held += paid - hold.userAmount
  const tokenPaid = token ? Math.min(quota, hold.tokenAmount + Math.max(0, available(token))) : 0
  if (payers.token) payers.token.held += tokenPaid - hold.tokenAmount
  const periodsPaid = payers.periods.map((period): PeriodPaid => {
    const held = heldOf(hold, period)
    const due = countsCalls(hold, period) ? calls : isWindow(period.id) ? subscriptionPaid : quota
    const counted = Math.min(due, held + Math.max(0, available(period)))
    period.held += counted - held
    return [period.id, counted, due - counted]
  })
  const tokenOwed = token ? quota - tokenPaid : 0
  return { paid, subscriptionPaid, calls, uncollected: rest - paid, tokenPaid, tokenOwed, periodsPaid }
}

/**
 * Returns what every window of the subscription can pay of a call's cost; the wallet pays the rest. Windows that count calls pay
 * all of it or nothing.
 */
function paidByWindows(hold: Hold, { periods }: Payers, cost: number): number {
  let room = Number.POSITIVE_INFINITY
  for (const period of periods)
    if (isWindow(period.id)) room = Math.min(room, heldOf(hold, period) + Math.max(0, available(period)))
  if (hold.callWeight > 0) return room >= hold.callWeight ? cost : 0
  return Math.min(cost, room)
}

/** Notes that a payment was committed. */
export function confirmPayment({ user, token, periods }: Payers, { paid, tokenPaid, periodsPaid }: Payment): void {
  user.held -= paid
  user.spent += paid
  for (const [at, [, counted]] of periodsPaid.entries()) move(periods[at], counted, counted)
  if (!token) return
  token.held -= tokenPaid
  token.spent += tokenPaid
}

/** Makes the amount of a payment that will never be committed available again. */
export function cancelPayment({ user, token, periods }: Payers, { paid, tokenPaid, periodsPaid }: Payment): void {
  user.held -= paid
  for (const [at, [, counted]] of periodsPaid.entries()) move(periods[at], counted, 0)
  if (token) token.held -= tokenPaid
}

function move(account: Account | undefined, released: number, spent: number): void {
  if (!account) return
  account.held -= released
  account.spent += spent
}
