/** The periods after which a spending limit starts anew, in UTC, so that it is the same moment on every node. */
export const QUOTA_PERIODS = ['day', 'week', 'month'] as const
export type QuotaPeriod = (typeof QUOTA_PERIODS)[number]

const DAY_SECONDS = 86_400
const DAYS_IN_WEEK = 7
/** 1 January 1970 was a Thursday; weeks begin on Monday. */
const FIRST_MONDAY = 4

/**
 * The first day of a time's period, as days since 1970.
 * @param seconds unix seconds
 */
export function periodStartDay(period: QuotaPeriod, seconds: number): number {
  const day = Math.floor(seconds / DAY_SECONDS)
  if (period === 'day') return day
  if (period === 'week') return day - ((((day - FIRST_MONDAY) % DAYS_IN_WEEK) + DAYS_IN_WEEK) % DAYS_IN_WEEK)
  const date = new Date(day * DAY_SECONDS * 1000)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / (DAY_SECONDS * 1000)
}

/** The end of a time's period, in unix seconds. */
export function periodEnd(period: QuotaPeriod, seconds: number): number {
  const start = periodStartDay(period, seconds)
  if (period === 'day') return (start + 1) * DAY_SECONDS
  if (period === 'week') return (start + DAYS_IN_WEEK) * DAY_SECONDS
  const date = new Date(start * DAY_SECONDS * 1000)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / 1000
}
