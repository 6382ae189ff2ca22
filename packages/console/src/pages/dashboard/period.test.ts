import { expect, test } from 'bun:test'
import dayjs from 'dayjs'
import { fits, rangeOf } from './period.ts'

const now = dayjs('2026-03-31T15:20:30')
const words = (period: Parameters<typeof rangeOf>[0], unit: 'hour' | 'day' = 'day') => {
  const { from, to } = rangeOf(period, unit, now)
  return [from, to].map(time => dayjs.unix(time).format('YYYY-MM-DD HH:mm:ss'))
}

test('calendar periods begin and end with the days of the calendar', () => {
  expect(words('today', 'hour')).toEqual(['2026-03-31 00:00:00', '2026-03-31 15:20:30'])
  expect(words('yesterday', 'hour')).toEqual(['2026-03-30 00:00:00', '2026-03-30 23:59:59'])
  expect(words('month')).toEqual(['2026-03-01 00:00:00', '2026-03-31 15:20:30'])
  expect(words('lastMonth')).toEqual(['2026-02-01 00:00:00', '2026-02-28 23:59:59'])
})

test('a span goes back from now, and no further than its unit of time allows', () => {
  const span = (period: '3' | '90') => {
    const { from, to } = rangeOf(period, 'hour', now)
    return (to - from) / 86_400
  }
  expect(span('3')).toBe(3)
  expect(span('90')).toBe(31)
  expect([fits('90', 'hour'), fits('90', 'day'), fits('lastMonth', 'hour')]).toEqual([false, true, true])
})
