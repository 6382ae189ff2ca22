import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { periodEnd, periodStartDay, QUOTA_PERIODS } from './quota-period.ts'

const DAY = 86_400
const at = (date: string) => Date.parse(`${date}Z`) / 1000
const dateOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 16)

test.each([
  ['day', '2026-11-22T23:59:59', '2026-11-22T00:00', '2026-11-23T00:00'],
  ['week', '2026-11-22T23:59:59', '2026-11-16T00:00', '2026-11-23T00:00'],
  ['week', '2026-11-23T00:00:00', '2026-11-23T00:00', '2026-11-30T00:00'],
  ['month', '2026-12-31T23:59:59', '2026-12-01T00:00', '2027-01-01T00:00'],
  ['month', '2028-02-29T12:00:00', '2028-02-01T00:00', '2028-03-01T00:00'],
] as const)('the %s of %s is from %s to %s', (period, moment, from, to) => {
  expect(dateOf(periodStartDay(period, at(moment)) * DAY)).toBe(from)
  expect(dateOf(periodEnd(period, at(moment)))).toBe(to)
})

test('every time is in one period, and the next begins where it ends', () => {
  const moment = fc.integer({ min: 0, max: 4_102_444_800 })
  fc.assert(
    fc.property(fc.constantFrom(...QUOTA_PERIODS), moment, (period, seconds) => {
      const [start, end] = [periodStartDay(period, seconds) * DAY, periodEnd(period, seconds)]
      expect(start <= seconds && seconds < end).toBe(true)
      expect([periodStartDay(period, end - 1), periodStartDay(period, end)]).toEqual([start / DAY, end / DAY])
    }),
    { seed: 2, numRuns: 1_000 },
  )
})

test('a period is the same wherever the server is, also when its clock changes', () => {
  // The clock of New York went back an hour on 1 November 2026, that of London on 25 October.
  const moments = ['2026-11-01T05:30:00', '2026-11-01T06:30:00', '2026-10-25T00:30:00', '2026-10-31T23:30:00'].map(at)
  const seen = (zone: string) => {
    process.env.TZ = zone
    const local = moments.map(seconds => new Date(seconds * 1000).getHours())
    const periods = moments.map(seconds =>
      QUOTA_PERIODS.map(period => [periodStartDay(period, seconds), periodEnd(period, seconds)]),
    )
    return { local, periods }
  }
  const before = process.env.TZ
  try {
    const [utc, ...others] = ['UTC', 'America/New_York', 'Europe/London', 'Asia/Kathmandu'].map(seen)
    for (const { local, periods } of others) {
      expect(local).not.toEqual(utc?.local ?? [])
      expect(periods).toEqual(utc?.periods ?? [])
    }
  } finally {
    process.env.TZ = before
    if (before === undefined) delete process.env.TZ
  }
})
