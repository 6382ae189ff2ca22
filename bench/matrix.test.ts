import { expect, test } from 'bun:test'
import { choose } from './lib/choose.ts'
import { matrix } from './matrix.ts'
import { scenarios } from './scenarios.ts'

const all = { groups: matrix, scenarios }
const namesOf = ({ groups, scenarios }: typeof all) => [
  ...groups.flatMap(({ cases }) => cases.map(({ name }) => name)),
  ...scenarios.map(({ name }) => name),
]

test('names are unique', () => {
  const names = [...matrix.map(({ name }) => name), ...namesOf(all)]
  expect(names).toEqual([...new Set(names)])
})

test('a figure has an aim only if it is measured', () => {
  for (const { name, beside, load, aims = {} } of matrix.flatMap(({ cases }) => cases)) {
    if (aims.ratio) expect([name, beside.includes('nginx')]).toEqual([name, true])
    if (aims.addedP50 || aims.addedP99)
      expect([name, beside.includes('direct') && load.requestsPerSecond !== undefined]).toEqual([name, true])
  }
})

test('without names everything is chosen, in a quick run only what is quick', () => {
  expect(namesOf(choose([], false, all))).toEqual(namesOf(all))
  const quick = namesOf(choose([], true, all))
  expect(quick).toContain('small-1')
  expect(quick).toContain('overload')
  expect(quick).not.toContain('frames-a-second')
})

test('a group’s name chooses its cases and a case’s name only that case, also in a quick run', () => {
  expect(namesOf(choose(['whole-requests', 'fast-16'], true, all))).toEqual([
    'small-1',
    'small-4',
    'small-16',
    'small-64',
    'fast-16',
  ])
  expect(namesOf(choose(['loop-gaps'], true, all))).toEqual(['loop-gaps'])
  expect(() => choose(['small-5'], false, all)).toThrow('There is no small-5')
})
