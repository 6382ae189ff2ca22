import { LONGEST_DAYS, type TimeUnit } from '@tollgate/contract'
import dayjs from 'dayjs'

/** Calendar periods, in the browser's time zone. */
const CALENDAR = ['today', 'yesterday', 'month', 'lastMonth'] as const
/** Days back from now. */
const SPANS = ['1', '3', '7', '30', '90'] as const
export const PERIODS = [...CALENDAR, ...SPANS] as const
export type Period = (typeof PERIODS)[number]

/** Unix seconds, both included. */
export interface Range {
  from: number
  to: number
}

const DAY_SECONDS = 86_400

/** The unit of time in which a calendar period is readable. */
export const UNIT_OF: Partial<Record<Period, TimeUnit>> = {
  today: 'hour',
  yesterday: 'hour',
  month: 'day',
  lastMonth: 'day',
}

const CALENDAR_RANGES: Record<(typeof CALENDAR)[number], (now: dayjs.Dayjs) => [dayjs.Dayjs, dayjs.Dayjs]> = {
  today: now => [now.startOf('day'), now],
  yesterday: now => [now.subtract(1, 'day').startOf('day'), now.subtract(1, 'day').endOf('day')],
  month: now => [now.startOf('month'), now],
  lastMonth: now => [now.subtract(1, 'month').startOf('month'), now.subtract(1, 'month').endOf('month')],
}

/** When a period begins and ends, no longer than its unit of time allows. */
export function rangeOf(period: Period, unit: TimeUnit, now = dayjs()): Range {
  const calendar = CALENDAR.find(name => name === period)
  const [from, to] = calendar
    ? CALENDAR_RANGES[calendar](now).map(time => time.unix())
    : [now.unix() - Number(period) * DAY_SECONDS, now.unix()]
  return within({ from: from ?? 0, to: to ?? 0 }, unit)
}

export const within = ({ from, to }: Range, unit: TimeUnit): Range => ({
  from: Math.max(from, to - LONGEST_DAYS[unit] * DAY_SECONDS),
  to,
})

/** Whether a unit of time can show a whole period. */
export const fits = (period: Period, unit: TimeUnit): boolean => !(Number(period) > LONGEST_DAYS[unit])
