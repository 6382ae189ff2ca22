import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { isStatus, mappedModel, mappingProblem } from './mapping-checks.ts'

const lines = (...pairs: [string, string][]) => pairs.map(([name, value]) => ({ name, value }))

test('a name is mapped step by step, and a circle has no end', () => {
  const entries = lines(['a', 'b'], ['b', ' c '], ['d', 'd'], ['x', 'y'], ['y', 'x'])
  expect(['a', 'b', 'c', 'd', 'x', 'other'].map(model => mappedModel(entries, model))).toEqual([
    'c',
    'c',
    'c',
    'd',
    null,
    'other',
  ])
})

test('a line tells the worst of its problems, and an unfinished line none', () => {
  const entries = lines(
    ['a', 'b'],
    ['b', 'upstream'],
    ['x', 'y'],
    ['y', 'x'],
    ['gone', 'b'],
    ['c', 'stranger'],
    ['', 'b'],
    ['d', ''],
  )
  const problems = entries.map((_, at) => mappingProblem(entries, at, new Set(['a', 'c', 'x']), new Set(['upstream'])))
  expect(problems).toEqual([
    undefined,
    undefined,
    'circle',
    'circle',
    'notServed',
    'unknownTarget',
    undefined,
    undefined,
  ])
  expect(mappingProblem(entries, 5, new Set(['c']), new Set())).toBeUndefined()
})

test('any mapping ends, at a name without a further step or as a circle', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd', 'e')
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(name, name), { selector: ([from]) => from }), name, (pairs, model) => {
      const entries = lines(...pairs)
      const end = mappedModel(entries, model)
      if (end === null) return
      const further = entries.find(entry => entry.name === end)
      expect(further === undefined || further.value === end).toBe(true)
    }),
  )
})

test.each(['400', '599', '100'])('%s is a status', text => expect(isStatus(text)).toBe(true))
test.each(['99', '600', '4e2', '0x1', '', 'abc', '4.1', '4000'])('%j is no status', text =>
  expect(isStatus(text)).toBe(false),
)
