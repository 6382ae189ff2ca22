import { expect, test } from 'bun:test'
import { makeIntervals } from './intervals.ts'

/** Resolves after so many runs of another interval. */
function runs(count: number): Promise<void> {
  const { every, stop } = makeIntervals({ warn: () => undefined })
  return new Promise(resolve => {
    let left = count
    every(1, 'count', async () => {
      left -= 1
      if (left > 0) return
      stop()
      resolve()
    })
  })
}

test('an interval runs again and again, one run at a time, until all are stopped', async () => {
  const { every, stop } = makeIntervals({ warn: () => undefined })
  const counts = { first: 0, second: 0, slow: 0 }
  const slow = Promise.withResolvers<void>()
  const twice = Promise.withResolvers<void>()
  every(1, 'first', async () => {
    counts.first += 1
  })
  every(1, 'second', async () => {
    counts.second += 1
    if (counts.second === 2) twice.resolve()
  })
  every(1, 'slow', () => {
    counts.slow += 1
    return slow.promise
  })
  await twice.promise
  await runs(10)
  expect(counts.slow).toBe(1)
  stop()
  slow.resolve()
  const before = { ...counts }
  await runs(10)
  expect(counts).toEqual(before)
})

test('the first failure in a row is logged', async () => {
  const logged: unknown[] = []
  const { every, stop } = makeIntervals({ warn: (...said: unknown[]) => void logged.push(said) })
  const done = Promise.withResolvers<void>()
  const outcomes = ['one', 'two', null, 'three']
  every(1, 'it failed', async () => {
    const outcome = outcomes.shift()
    if (outcome) throw outcome
    if (outcome === undefined) done.resolve()
  })
  await done.promise
  stop()
  expect(logged).toEqual([
    [{ err: 'one' }, 'it failed'],
    [{ err: 'three' }, 'it failed'],
  ])
})
