import { periodStartDay, QUOTA_PERIODS, type QuotaPeriod } from '@tollgate/contract'
import { isWindow, windowOfAccount } from './subscription-windows.ts'

/** Owners whose spending is limited by period. */
export interface PeriodLimit {
  owner: 'user' | 'token'
  ownerId: number
  period: QuotaPeriod
}

/** One period of one limit, or one window of a subscription. */
export interface PeriodPlace {
  owner: PeriodLimit['owner'] | 'subscription'
  ownerId: number
  /** Null for a window. */
  period: QuotaPeriod | null
  /** Days since 1970; 0 for a window. */
  startDay: number
}

/** Enough for days until the year 2243, with a digit for the kind of period. */
const PLACES = 1_000_000
const OWNERS = ['user', 'token'] as const

/**
 * Returns the id of the account for the period that contains a moment. It is computed, not stored, so that every node knows it
 * without asking and no node has to start a new period.
 *
 * @param now unix seconds
 */
export function periodAccountId({ owner, ownerId, period }: PeriodLimit, now: number): number {
  const place = periodStartDay(period, now) * 10 + QUOTA_PERIODS.indexOf(period)
  return (ownerId * OWNERS.length + OWNERS.indexOf(owner)) * PLACES + place
}

export function periodOfAccount(id: number): PeriodPlace {
  if (isWindow(id)) {
    const { subscriptionId } = windowOfAccount(id)
    return { owner: 'subscription', ownerId: subscriptionId, period: null, startDay: 0 }
  }
  const place = id % PLACES
  const owners = Math.floor(id / PLACES)
  return {
    owner: OWNERS[owners % OWNERS.length] ?? 'user',
    ownerId: Math.floor(owners / OWNERS.length),
    period: QUOTA_PERIODS[place % 10] ?? 'day',
    startDay: Math.floor(place / 10),
  }
}
