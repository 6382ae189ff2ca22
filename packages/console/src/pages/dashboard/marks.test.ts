import { expect, test } from 'bun:test'
import type { UnusualHour } from '@tollgate/contract'
import { hoursOf, marksOf } from './marks.ts'

const HOUR = 3600
const hour = (from: number, measure: UnusualHour['measure'] = 'quota'): UnusualHour => ({
  ...{ from, to: from + HOUR, measure },
  ...{ value: 9, usual: 1, low: 0, high: 2 },
})

test('a measure shows its own unusual hours and those of failures, which no measure shows', () => {
  const hours = [hour(0, 'quota'), hour(0, 'requests'), hour(HOUR, 'failed')]
  expect(hoursOf(hours, 'quota')).toEqual([hours[0], hours[2]] as never)
  expect(hoursOf(hours, 'tokens')).toEqual([hours[2]] as never)
})

test('an hour marks the hour, day or week that contains it; none outside the shown range', () => {
  const days = { times: [0, 86_400, 172_800], to: 200_000 }
  expect([...marksOf([hour(0), hour(7200), hour(190_800)], days)]).toEqual([0, 2])
  expect([...marksOf([hour(-HOUR), hour(200_000)], days)]).toEqual([])
})
