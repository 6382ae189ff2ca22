import { expect, test } from 'bun:test'
import { layOut } from './lay-out.ts'

const SIZE = { width: 600, height: 244 }
const TIMES = ['09:00', '10:00', '11:00', '12:00']
const line = (...values: number[]) => ({ name: 'a', color: 'red', values })

test('bars are stacked, as high as their values', () => {
  const { bars, levels } = layOut(TIMES, [line(50, 0, 100, 0), line(50, 0, 0, 0)], SIZE, String)
  expect(levels.map(({ text }) => text)).toEqual(['0', '20', '40', '60', '80', '100'])
  expect(levels.map(({ y }) => y)).toEqual([220, 180, 140, 100, 60, 20])
  expect(bars).toEqual(['M86.4 220h40V120h-40zM363.9 220h40V20h-40z', 'M86.4 120h40V20h-40z'])
})

test('the index of a time is found again from its position', () => {
  const { placeAt, middle, left } = layOut(TIMES, [line(1, 2, 3, 4)], SIZE, String)
  expect(TIMES.map((_, place) => placeAt(middle(place)))).toEqual([0, 1, 2, 3])
  expect([placeAt(left - 1), placeAt(SIZE.width)]).toEqual([undefined, undefined])
})

test('if there are too many time labels, those that fit are shown', () => {
  const times = Array.from({ length: 720 }, (_, hour) => `11-01 ${hour}`)
  const { labels } = layOut(times, [], SIZE, String)
  expect(labels.length).toBeGreaterThan(3)
  for (const [at, { x }] of labels.entries()) expect(x - (labels[at - 1]?.x ?? -Infinity)).toBeGreaterThan(63)
  expect(labels.at(-1)?.x).toBeLessThan(SIZE.width - 30)
})

test('an empty chart is laid out without failure', () => {
  expect(layOut([], [], { width: 0, height: 0 }, String).bars).toEqual([])
  expect(layOut(TIMES, [line(0, 0, 0, 0)], SIZE, String).bars).toEqual([''])
})
