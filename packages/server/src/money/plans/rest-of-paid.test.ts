import { expect, test } from 'bun:test'
import { integer, property, assert as that } from 'fast-check'
import { restOfPaid, type TakenWindow } from './rest-of-paid.ts'

const DAY = 86_400
const term = { term_start: 0, term_end: 30 * DAY }
const day = (taken: number, startsAt = 0): TakenWindow => ({
  ...{ id: -1, window: 'day', limit: 100, startsAt, endsAt: startsAt + DAY, taken },
})
const total = (taken: number): TakenWindow => ({
  ...{ id: -2, window: 'total', limit: 1_000, startsAt: 0, endsAt: term.term_end, taken },
})

test('what is unused of a price is the smaller of time and total allowance', () => {
  expect(restOfPaid(3_000, term, [day(0)], 0)).toBe(3_000)
  expect(restOfPaid(3_000, term, [day(0)], 10 * DAY)).toBe(2_000)
  expect(restOfPaid(3_000, term, [day(0), total(500)], 10 * DAY)).toBe(1_500)
  expect(restOfPaid(3_000, term, [day(0), total(100)], 20 * DAY)).toBe(1_000)
  expect(restOfPaid(3_000, term, [day(0)], 31 * DAY)).toBe(0)
  expect(restOfPaid(3_000, term, [total(2_000)], 0)).toBe(0)
})

test('a window that is used up counts as the time until its end', () => {
  expect(restOfPaid(3_000, term, [day(100)], 0)).toBe(2_900)
  expect(restOfPaid(3_000, term, [day(50)], 0)).toBe(2_950)
  expect(restOfPaid(3_000, term, [day(50)], 0.9 * DAY)).toBe(2_910)
  // A correction took it beyond its end.
  expect(restOfPaid(3_000, term, [day(4_000)], 0)).toBe(0)
})

test('without an end, only the total allowance says what is unused', () => {
  const once = { term_start: 5, term_end: 0 }
  expect(restOfPaid(3_000, once, [day(0)], 10)).toBe(0)
  expect(restOfPaid(3_000, once, [day(100), total(250)], 10)).toBe(2_250)
})

test('a term paid ahead counts in full, and nothing counts twice', () => {
  expect(restOfPaid(3_000, { term_start: DAY, term_end: 31 * DAY }, [day(0)], 0)).toBe(3_000)
  expect(restOfPaid(0, term, [day(0)], 0)).toBe(0)
})

test('is never more than was paid, and never grows with time or use', () => {
  const whole = integer({ min: 0, max: 2 * 30 * DAY })
  that(
    property(
      integer({ min: 0, max: 1e15 }),
      whole,
      whole,
      integer({ min: 0, max: 2_000 }),
      (paid, at, later, taken) => {
        const rest = restOfPaid(paid, term, [day(taken % 150), total(taken)], at)
        expect(rest).toBeWithin(0, paid + 1)
        expect(restOfPaid(paid, term, [day(taken % 150), total(taken)], at + later)).toBeLessThanOrEqual(rest)
        expect(restOfPaid(paid, term, [day(taken % 150), total(taken + 1)], at)).toBeLessThanOrEqual(rest)
      },
    ),
    { seed: 31, numRuns: 500 },
  )
})
