import { expect, test } from 'bun:test'
import { UNUSUAL_MEASURES } from '@tollgate/contract'
import { DAYS_BEFORE, type HourSums, unusualHours } from './unusual.ts'

const HOUR = 3600
const DAY_HOURS = 24
const HISTORY = DAYS_BEFORE * DAY_HOURS

/** Mulberry32: the same numbers from the same seed. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const normal = (roll: () => number) => Math.sqrt(-2 * Math.log(1 - roll())) * Math.cos(2 * Math.PI * roll())
/** Close enough to a Poisson distribution for this many calls. */
const callsOf = (mean: number, roll: () => number) => Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(roll)))

/** Traffic with daily and weekly rhythm, calls of very different sizes, and one failure in fifty. */
function traffic(hours: number, perHour: number, roll: () => number): HourSums[] {
  return Array.from({ length: hours }, (_, hour) => {
    const day = Math.floor(hour / DAY_HOURS) % 7
    const rhythm = (1 + 0.8 * Math.sin((2 * Math.PI * hour) / DAY_HOURS)) * (day >= 5 ? 0.4 : 1)
    const requests = callsOf(perHour * rhythm, roll)
    const sums = { time: hour * HOUR, requests, failed: callsOf((perHour * rhythm) / 50, roll), quota: 0, tokens: 0 }
    for (let call = 0; call < requests; call++) {
      const size = Math.round(1000 * Math.exp(1.2 * normal(roll)))
      sums.tokens += size
      sums.quota += size * 3
    }
    return sums
  })
}

test('fewer than one in two hundred ordinary hours counts as unusual, busy or quiet, with weekends and calls of every size', () => {
  const roll = dice(20261122)
  for (const perHour of [2, 20, 60, 400]) {
    const hours = traffic(HISTORY + 60 * DAY_HOURS, perHour, roll)
    const found = unusualHours(hours, HISTORY * HOUR, hours.length * HOUR)
    const judged = hours.length - HISTORY
    for (const measure of UNUSUAL_MEASURES)
      expect(found.filter(one => one.measure === measure).length / judged).toBeLessThan(1 / 200)
  }
})

test('an outage, a flood, a burst of errors and one huge call are found, and shown with the usual value', () => {
  const hours = traffic(HISTORY + 3 * DAY_HOURS, 400, dice(7))
  const at = (place: number) => hours[HISTORY + place] ?? expect.unreachable()
  const noon = 30
  Object.assign(at(noon), { requests: 0, quota: 0, tokens: 0 })
  at(noon + 1).requests *= 4
  at(noon + 2).failed = 300
  at(noon + 3).quota *= 10
  const found = unusualHours(hours, HISTORY * HOUR, hours.length * HOUR)
  const told = (place: number) => found.filter(({ from }) => from === at(place).time).map(({ measure }) => measure)
  expect(told(noon)).toEqual(['quota', 'requests', 'tokens'])
  expect(told(noon + 1)).toEqual(['requests'])
  expect(told(noon + 2)).toEqual(['failed'])
  expect(told(noon + 3)).toEqual(['quota'])
  for (const { value, usual, low, high } of found) {
    expect(low <= usual && usual <= high).toBe(true)
    expect(value < low || value > high).toBe(true)
  }
})

test('unfinished hours, hours without a previous week, and very few calls are not judged', () => {
  const day = Array.from({ length: HISTORY + 2 }, (_, hour): HourSums => {
    return { time: hour * HOUR, requests: 100, failed: 0, quota: 5000, tokens: 900 }
  })
  const last = day.at(-1) ?? expect.unreachable()
  last.requests = 5000
  expect(unusualHours(day, 0, last.time + HOUR).map(({ measure }) => measure)).toEqual(['requests'])
  expect(unusualHours(day, 0, last.time + HOUR - 900)).toEqual([])
  expect(unusualHours(day, last.time + HOUR, last.time + 2 * HOUR)).toEqual([])
  expect(unusualHours(day.slice(-6 * DAY_HOURS), 0, last.time + HOUR)).toEqual([])
  const few = day.map(hour => ({ ...hour, requests: hour === last ? 19 : 1 }))
  expect(unusualHours(few, 0, last.time + HOUR)).toEqual([])
  expect(unusualHours([], 0, 1)).toEqual([])
})
