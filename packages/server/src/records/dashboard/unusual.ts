import { UNUSUAL_MEASURES, type UnusualHour, type UnusualHours, type UnusualMeasure } from '@tollgate/contract'
import type { RecordsContext } from '../context.ts'
import { rangeOf, sumsByTimeAlone, type UsageFilters } from './store.ts'
import { timeUnits } from './time-units.ts'
import { SLOT_SECONDS } from './usage-figures.ts'

const HOUR = 3600
const DAY = 24 * HOUR
/**
 * An hour is compared with the same hour of this many previous days, and not judged if fewer than half of them are
 * known.
 */
export const DAYS_BEFORE = 14
const LEAST_KNOWN = 7
const MOST_JUDGED = 31 * DAY
const MOST_TOLD = 100

/** Finds the hours of a range that are unusual, by the rule of `isUnusual`. */
export async function readUnusual({ reports, now }: Pick<RecordsContext, 'reports' | 'now'>, filters: UsageFilters) {
  const range = rangeOf(filters)
  const to = Math.min(range.to, now() - (now() % SLOT_SECONDS))
  const from = Math.max(range.from, to - MOST_JUDGED)
  const start = Math.max(0, from - DAYS_BEFORE * DAY)
  const units = timeUnits(start, Math.max(range.to, start), 'hour', filters.time_zone)
  const sums = await sumsByTimeAlone(reports, { ...filters, start_timestamp: start }, units)
  const hours = units.times.map((time): HourSums => ({ time, requests: 0, failed: 0, quota: 0, tokens: 0 }))
  for (const { place, ...sum } of sums) {
    const hour = hours[place]
    if (hour) Object.assign(hour, sum)
  }
  return { from, to, hours: unusualHours(hours, from, to) } satisfies UnusualHours
}

export type HourSums = { time: number } & Record<UnusualMeasure, number>

/** Filters hours, given in order, to the unusual ones that begin after `from` and end by `to`; newest first. */
export function unusualHours(hours: readonly HourSums[], from: number, to: number): UnusualHour[] {
  const places = new Map(hours.map(({ time }, place) => [time, place]))
  const begin = hours.findIndex(({ requests, failed }) => requests + failed > 0)
  const found: UnusualHour[] = []
  if (begin === -1) return found
  for (const hour of hours.toReversed()) {
    const end = hour.time + HOUR
    if (hour.time < from || end > to) continue
    const before = Array.from({ length: DAYS_BEFORE }, (_, day) => places.get(hour.time - (day + 1) * DAY))
      .filter(place => place !== undefined && place >= begin)
      .flatMap(place => hours[place ?? 0] ?? [])
    for (const measure of UNUSUAL_MEASURES) {
      const bounds = boundsOf(measure, before)
      const value = hour[measure]
      if (!bounds || !isUnusual(hour, value, bounds)) continue
      const { usual, low, high } = bounds
      found.push({ from: hour.time, to: end, measure, value, usual, low, high })
      if (found.length === MOST_TOLD) return found
    }
  }
  return found
}

interface Bounds {
  usual: number
  low: number
  high: number
  /** The usual number of calls. */
  calls: number
}

/** A number beyond this many robust deviations from the median is unusual. */
const DEVIATIONS = 5
/**
 * The standard deviation of a call's cost in multiples of the mean: some calls cost a hundred times as much as others.
 */
const SIZES_DIFFER = 2
/** It must also exceed the most extreme of those days by half, or fall a third below the least. */
const BEYOND_ALL = 1.5
/** With fewer calls nothing is judged. */
const LEAST_CALLS = 20
/** The median absolute deviation of a normal distribution, in standard deviations. */
const MAD_TO_DEVIATION = 1.4826

/**
 * The median of the same hour on the previous days, and the usual range around it: five robust deviations, and at least
 * from two thirds of the smallest of those days to one and a half times the largest, because weekends widen it. A
 * deviation is at least a tenth of the median, and at least what chance alone causes with that many calls.
 */
function boundsOf(measure: UnusualMeasure, before: readonly HourSums[]): Bounds | null {
  if (before.length < LEAST_KNOWN) return null
  const values = before.map(hour => hour[measure])
  const usual = medianOf(values)
  const calls = medianOf(before.map(({ requests, failed }) => requests + failed))
  const isCount = measure === 'requests' || measure === 'failed'
  const byChance = isCount ? Math.sqrt(Math.max(1, usual)) : (usual * SIZES_DIFFER) / Math.sqrt(Math.max(1, calls))
  const spread = MAD_TO_DEVIATION * medianOf(values.map(value => Math.abs(value - usual)))
  const reach = DEVIATIONS * Math.max(spread, byChance, usual / 10)
  return {
    usual,
    low: Math.max(0, Math.min(usual - reach, Math.min(...values) / BEYOND_ALL)),
    high: Math.max(usual + reach, Math.max(...values) * BEYOND_ALL),
    calls,
  }
}

const isUnusual = ({ requests, failed }: HourSums, value: number, { low, high, calls }: Bounds) =>
  Math.max(requests + failed, calls) >= LEAST_CALLS && (value < low || value > high)

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2
}
