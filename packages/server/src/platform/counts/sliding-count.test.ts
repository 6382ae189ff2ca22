import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { slidingCount } from './sliding-count.ts'

const MINUTE = 60_000

test('an event counts for a whole window, and at most one slot longer', () => {
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

test('setting a clock back makes no caller wait longer', () => {
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

test('an amount taken back no longer counts, and its slot can be used again', () => {
  let now = 0
  const count = slidingCount(MINUTE, () => now)
  const [first, second] = [count.add(), count.add()]
  count.correct(first, -1)
  expect(count.waitFor(1)).toBeGreaterThan(0)
  now = 10 * MINUTE
  count.add()
  count.correct(second, -1)
  expect([count.waitFor(1) > 0, count.waitFor(2)]).toEqual([true, 0])
})

test('no window at any time exceeds the limit, and admitted amounts are admitted again later', () => {
  const step = fc.record({ waitMs: fc.nat(40_000), amount: fc.integer({ min: 1, max: 5 }) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 5, max: 12 }), (steps, limit) => {
      let now = 0
      const count = slidingCount(MINUTE, () => now)
      const passed: { at: number; amount: number }[] = []
      for (const { waitMs, amount } of steps) {
        now += waitMs
        const wait = count.waitFor(limit, amount)
        if (wait > 0) {
          expect(wait).toBeLessThanOrEqual(MINUTE + MINUTE / 60)
          continue
        }
        count.add(amount)
        passed.push({ at: now, amount })
      }
      for (const { at } of passed) {
        const within = passed.filter(other => other.at <= at && other.at > at - MINUTE)
        expect(within.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(limit)
      }
    }),
    { seed: 3, numRuns: 300 },
  )
})
