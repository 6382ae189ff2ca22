import { expect, test } from 'bun:test'
import { slidingCount } from './sliding-count.ts'

const MINUTE = 60_000

test('an event counts for a whole window, and for one slot more at most', () => {
  let now = 5
  const count = slidingCount(MINUTE, () => now)
  count.add()
  count.add()
  expect([count.waitFor(3), count.waitFor(2)]).toEqual([0, 61_000 - 5])
  now = MINUTE + 5
  expect(count.waitFor(2)).toBeGreaterThan(0)
  now = MINUTE + 1_000
  expect(count.waitFor(1)).toBe(0)
})

test('a clock that is set back makes no caller wait longer', () => {
  let now = 100 * MINUTE
  const count = slidingCount(MINUTE, () => now)
  count.add()
  now -= 90 * MINUTE
  expect(count.waitFor(1)).toBe(61_000)
  now += 61_000
  expect(count.waitFor(1)).toBe(0)
})

test('the wait lasts until enough events have expired, not all', () => {
  let now = 0
  const count = slidingCount(MINUTE, () => now)
  for (now of [0, 10_000, 20_000]) count.add()
  expect([3, 2, 1].map(limit => count.waitFor(limit))).toEqual([41_000, 51_000, 61_000])
})

test('an event taken back no longer counts, and its slot can be used again', () => {
  let now = 0
  const count = slidingCount(MINUTE, () => now)
  const takeBack = count.add()
  const takeBackLate = count.add()
  takeBack()
  expect(count.waitFor(1)).toBeGreaterThan(0)
  now = 10 * MINUTE
  count.add()
  takeBackLate()
  expect([count.waitFor(1) > 0, count.waitFor(2)]).toEqual([true, 0])
})

test('events of other nodes count like own ones, and the latest are taken back', () => {
  let now = 0
  const count = slidingCount(MINUTE, () => now)
  count.addMany(3)
  now = 10_000
  count.addMany(2)
  expect([count.waitFor(6), count.waitFor(5)]).toEqual([0, 51_000])
  count.addMany(-3)
  expect([count.waitFor(3), count.waitFor(2)]).toEqual([0, 51_000])
  count.addMany(-10)
  expect(count.waitFor(1)).toBe(0)
  count.addMany(1)
  expect([count.waitFor(2), count.waitFor(1)]).toEqual([0, 61_000])
})
