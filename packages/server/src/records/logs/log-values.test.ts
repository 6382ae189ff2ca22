import { describe, expect, test } from 'bun:test'
import type { consumeRow } from '../../money/ledger/testing.ts'
import { logValues, WRITTEN_COLUMNS } from './log-values.ts'

const COLUMNS = Object.keys(WRITTEN_COLUMNS) as (keyof typeof WRITTEN_COLUMNS)[]
const row = (fields: object) => fields as ReturnType<typeof consumeRow>
const storedAs = (column: keyof typeof WRITTEN_COLUMNS, log: object) => logValues(row(log))[COLUMNS.indexOf(column)]

describe('a log row', () => {
  test('has a value for every column, in their order', () => {
    const all = Object.fromEntries(
      COLUMNS.map((column, at) => [column, WRITTEN_COLUMNS[column] === 'text' ? `text ${at}` : at]),
    )
    expect(logValues(row(all))).toEqual(COLUMNS.map(column => all[column] as string | number))
  })

  test.each([
    [undefined, 0],
    [7, 7],
    [1.9, 1],
    [-1.9, -1],
    [Number.NaN, 0],
    [Number.POSITIVE_INFINITY, 0],
  ])('stores the number %p as %p', (given, stored) => {
    expect(storedAs('quota', { quota: given })).toBe(stored)
  })

  test.each([
    [undefined, ''],
    ['a\0b\0', 'a\ufffdb\ufffd'],
    ['half \ud83d', 'half \ufffd'],
    ['whole 😀', 'whole 😀'],
  ])('stores the text %j as %j', (given, stored) => {
    expect(storedAs('content', { content: given })).toBe(stored)
  })
})
