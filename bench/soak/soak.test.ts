import { expect, test } from 'bun:test'
import { growthOf } from './flat.ts'
import { pick, randomFrom } from './random.ts'
import { latenessAt } from './watch.ts'

const held = (heapMiB: number) => ({
  heapBytes: heapMiB * 2 ** 20,
  rssBytes: 2 ** 28,
  objects: 1,
  sockets: 9,
  timers: 3,
})
const isFlat = (heaps: number[]) => growthOf(heaps.map(held)).every(({ isFlat }) => isFlat)

test('memory that rises and falls is flat, memory that doubles is not', () => {
  expect(isFlat([60, 80, 61, 79, 62, 81, 60, 80])).toBe(true)
  expect(isFlat([60, 70, 80, 90, 100, 110, 120, 130])).toBe(false)
})

test('nothing is flat without samples', () => expect(isFlat([])).toBe(false))

test('the lateness of the 99th of a hundred ticks', () => {
  expect(
    latenessAt(
      0.99,
      new Map([
        [70, 1],
        [0, 90],
        [8, 9],
      ]),
    ),
  ).toBe(8)
})

test('the same seed picks the same keys, as often as their weights say', () => {
  const draw = (seed: number) => {
    const random = randomFrom(seed)
    return Array.from({ length: 1_000 }, () => pick(random, { often: 9, seldom: 1 }))
  }
  expect(draw(7)).toEqual(draw(7))
  const seldom = draw(7).filter(name => name === 'seldom').length
  expect(seldom).toBeGreaterThan(50)
  expect(seldom).toBeLessThan(150)
})
