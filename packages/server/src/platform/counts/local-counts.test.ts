import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { localCounts } from './local-counts.ts'

const MINUTE = 60_000
const window = (key: string, limit: number, amount = 1) => ({ key, windowMs: MINUTE, limit, amount })
const place = (key: string, limit: number) => ({ key, windowMs: 0, limit, amount: 1 })

test('amounts are counted all or none', () => {
  const counts = localCounts(() => 0)
  expect(counts.take([window('a', 2), window('b', 1)])).toEqual({ slots: [0, 0] })
  expect(counts.take([window('a', 2), window('b', 1)])).toEqual({ exceeded: 1, waitMs: 61_000 })
  expect(counts.take([window('a', 2)])).toEqual({ slots: [0] })
  expect(counts.take([window('a', 2)])).toEqual({ exceeded: 0, waitMs: 61_000 })
})

test('an amount above its limit is counted if nothing else is', () => {
  const counts = localCounts(() => 0)
  expect(counts.take([window('a', 10, 50)])).toEqual({ slots: [0] })
  expect(counts.take([window('a', 10, 1)])).toEqual({ exceeded: 0, waitMs: 61_000 })
})

test('a running call counts until it is removed, or its process is gone', () => {
  const counts = localCounts(() => 0)
  const [here, there] = [counts.of('here'), counts.of('there')]
  expect([here, there, here].map(node => 'slots' in node.take([place('a', 2)]))).toEqual([true, true, false])
  here.correct(place('a', 2), 0, -1)
  expect('slots' in here.take([place('a', 2)])).toBe(true)
  counts.drop('there')
  expect([here, here].map(node => 'slots' in node.take([place('a', 2)]))).toEqual([true, false])
})

test('windows of different lengths are counted separately', () => {
  const counts = localCounts(() => 0)
  counts.take([window('a', 1)])
  expect('slots' in counts.take([{ ...window('a', 1), windowMs: 2 * MINUTE }])).toBe(true)
})

test('running calls never exceed their limit, whatever starts and ends', () => {
  const step = fc.record({ node: fc.constantFrom('a', 'b', 'c'), act: fc.constantFrom('take', 'take', 'end', 'drop') })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), fc.integer({ min: 1, max: 5 }), (steps, limit) => {
      const counts = localCounts(() => 0)
      const running = new Map<string, number>()
      for (const { node, act } of steps) {
        const own = running.get(node) ?? 0
        const all = [...running.values()].reduce((sum, one) => sum + one, 0)
        if (act === 'take') {
          const isTaken = 'slots' in counts.of(node).take([place('x', limit)])
          expect(isTaken).toBe(all < limit)
          if (isTaken) running.set(node, own + 1)
        } else if (act === 'drop') {
          counts.drop(node)
          running.delete(node)
        } else if (own > 0) {
          counts.of(node).correct(place('x', limit), 0, -1)
          running.set(node, own - 1)
        }
      }
    }),
    { seed: 4, numRuns: 300 },
  )
})

test('a flood of names does not grow the memory without bound', () => {
  const counts = localCounts(() => 0)
  counts.take([window('first', 1)])
  for (let number = 0; number < 101_000; number++) counts.take([window(`name ${number}`, 1)])
  expect('slots' in counts.take([window('first', 1)])).toBe(true)
})
