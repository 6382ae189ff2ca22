import { expect, test } from 'bun:test'
import dayjs from 'dayjs'
import { lastMonths, monthOf, rangeOfMonth } from './month.ts'

const NOW = dayjs('2026-03-31T12:00:00')

test('months follow each other without gaps, also from the end of a long month', () => {
  expect(lastMonths(NOW).slice(0, 3)).toEqual(['2026-03', '2026-02', '2026-01'])
  const [march, february] = [rangeOfMonth('2026-03'), rangeOfMonth('2026-02')]
  expect(february.end_timestamp).toBe(march.start_timestamp)
  expect(rangeOfMonth('2026-12').end_timestamp).toBe(rangeOfMonth('2027-01').start_timestamp)
})

test('an invalid month is the present one', () => {
  for (const asked of [null, '', '2026-13', '2026-1', '<b>', '99999-01']) expect(monthOf(asked, NOW)).toBe('2026-03')
  expect(monthOf('2025-12', NOW)).toBe('2025-12')
})
