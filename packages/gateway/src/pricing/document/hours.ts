import type { PriceDocument } from '@tollgate/contract'

type Hours = NonNullable<PriceDocument['hours']>

interface Hour {
  /** Factors on the price, by their names in the log row. Absent: none. */
  hour?: Record<string, number>
  /** When the next hour range begins, in milliseconds since 1970. Absent: never. */
  until?: number
}

const MINUTES_A_DAY = 1_440
const MINUTE_MS = 60_000
/** A changed clock is noticed within this time. */
const LONGEST_MS = 30 * MINUTE_MS

/** Returns the factors on a price at a moment, and when to check again. */
export function hourAt(hours: Hours, at: Date): Hour {
  if (hours.length === 0) return {}
  const now = at.getTime()
  const minutesLeft = hours.flatMap(({ from, to, zone }) => {
    const minute = minuteIn(zone, at)
    return [from, to].map(time => ((minuteOf(time) - minute + MINUTES_A_DAY - 1) % MINUTES_A_DAY) + 1)
  })
  const startOfMinute = now - (now % MINUTE_MS)
  const until = Math.min(startOfMinute + Math.min(...minutesLeft) * MINUTE_MS, now + LONGEST_MS)
  const found = hours.find(({ from, to, zone }) => isWithin(minuteIn(zone, at), minuteOf(from), minuteOf(to)))
  if (!found || found.factor === 1) return { until }
  return { hour: { [`hours=${found.from}-${found.to} ${found.zone}`]: found.factor }, until }
}

/** From the first minute to before the last, across midnight too. */
const isWithin = (minute: number, from: number, to: number): boolean =>
  from < to ? minute >= from && minute < to : minute >= from || minute < to

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

function minuteIn(timeZone: string, at: Date): number {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return minuteOf(clock.format(at))
}
