import { isTimeZone, type TimeUnit } from '@tollgate/contract'
import { SLOT_SECONDS } from './usage-figures.ts'

const HOUR = 3600
const DAY = 24 * HOUR
/** Unix time begins on a Thursday, weeks on a Monday. */
const MONDAY = 3 * DAY
const WEEK = 7 * DAY

/** A range of time with one UTC offset; seconds. */
interface Stretch {
  until: number
  offset: number
}

/** How a range divides into hours, days or weeks of a time zone. */
export interface TimeUnits {
  timeZone: string
  /** When each unit begins; the first may begin before the range. */
  times: number[]
  /** Consecutive ranges of time, with the index in `times` of their unit. */
  parts: { place: number; from: number; to: number }[]
}

/** @param from unix seconds, a whole quarter of an hour, like `to`, which is exclusive */
export function timeUnits(from: number, to: number, unit: TimeUnit, wantedZone: string): TimeUnits {
  const timeZone = isTimeZone(wantedZone) ? wantedZone : 'UTC'
  const stretches = stretchesOf(from, to, timeZone)
  const places = new Map<number, number>()
  const times: number[] = []
  const parts: TimeUnits['parts'] = []
  let stretch = 0
  for (let slot = from; slot < to; slot += SLOT_SECONDS) {
    while (slot >= (stretches[stretch]?.until ?? Number.POSITIVE_INFINITY)) stretch += 1
    const key = keyOf[unit](slot, stretches[stretch]?.offset ?? 0)
    const place = places.get(key) ?? times.push(slot) - 1
    places.set(key, place)
    const last = parts.at(-1)
    if (last?.place === place) last.to = slot + SLOT_SECONDS
    else parts.push({ place, from: slot, to: slot + SLOT_SECONDS })
  }
  return { timeZone, times, parts }
}

/** Identifies a unit. Hours are moments; days and weeks follow the wall clock. */
const keyOf: Record<TimeUnit, (time: number, offset: number) => number> = {
  hour: (time, offset) => time - ((time + offset) % HOUR),
  day: (time, offset) => time + offset - ((time + offset) % DAY),
  week: (time, offset) => time + offset - ((time + offset + MONDAY) % WEEK),
}

/** Checks once a day, and more closely where the offset has changed. */
function stretchesOf(from: number, to: number, timeZone: string): Stretch[] {
  const offsetAt = offsetsIn(timeZone)
  const stretches: Stretch[] = []
  let offset = offsetAt(from)
  for (let time = from; time < to; time += DAY) {
    const next = Math.min(time + DAY, to)
    if (offsetAt(next) === offset) continue
    let [before, after] = [time, next]
    while (after - before > SLOT_SECONDS) {
      const middle = before + Math.ceil((after - before) / 2 / SLOT_SECONDS) * SLOT_SECONDS
      if (middle >= after) break
      if (offsetAt(middle) === offset) before = middle
      else after = middle
    }
    stretches.push({ until: after, offset })
    offset = offsetAt(next)
  }
  return [...stretches, { until: Number.POSITIVE_INFINITY, offset }]
}

function offsetsIn(timeZone: string): (time: number) => number {
  if (timeZone === 'UTC') return () => 0
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  return time => {
    const name = format.formatToParts(time * 1000).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours = 0, minutes = 0] = /GMT([+-])(\d{2}):?(\d{2})?/.exec(name) ?? []
    const offset = Number(hours) * HOUR + Number(minutes) * 60
    return sign === '-' ? -offset : offset
  }
}
