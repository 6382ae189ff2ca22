import { describe, expect, test } from 'bun:test'
import { figureRows, LOG_COLUMNS, logValues } from './log-values.ts'
import type { consumeRow } from './testing.ts'

const COLUMNS = Object.keys(LOG_COLUMNS)
const row = (fields: object) => fields as ReturnType<typeof consumeRow>
const storedAs = (column: keyof typeof LOG_COLUMNS, log: object) => logValues(row(log))[COLUMNS.indexOf(column)]

describe('a log row', () => {
  test('has a value for every column, in their order', () => {
    const all = Object.fromEntries(COLUMNS.map((column, at) => [column, TEXTS.has(column) ? `text ${at}` : at]))
    expect(logValues(row(all))).toEqual(COLUMNS.map(column => all[column] as string | number))
  })

  test.each([
    [undefined, 0],
    [7, 7],
    [1.9, 1],
    [-1.9, -1],
    [Number.NaN, 0],
    [Number.POSITIVE_INFINITY, 0],
  ])('says the number %p as %p', (given, stored) => {
    expect(storedAs('quota', { quota: given })).toBe(stored)
  })

  test.each([
    [undefined, ''],
    ['a\0b\0', 'ab'],
    ['half \ud83d', 'half \ufffd'],
    ['whole 😀', 'whole 😀'],
  ])('says the text %j as %j', (given, stored) => {
    expect(storedAs('content', { content: given })).toBe(stored)
  })
})

const TEXTS = new Set<string>([...['content', 'username', 'token_name', 'model_name', 'group', 'request_id', 'other']])

test('figures add up by user, model and hour', () => {
  const call = { user_id: 1, username: 'u', model_name: 'm', created_at: 3600, prompt_tokens: 2, completion_tokens: 3 }
  const rows = figureRows(
    [
      { ...call, quota: 10 },
      { ...call, created_at: 7199, quota: 5, prompt_tokens: 4 },
      { ...call, created_at: 7200, quota: 1 },
      { ...call, model_name: 'n', quota: 1 },
      { ...call, user_id: 2, quota: 1 },
    ].map(row),
  )
  expect(rows).toEqual([
    [1, 'u', 'm', 3600, 12, 2, 15],
    [1, 'u', 'm', 7200, 5, 1, 1],
    [1, 'u', 'n', 3600, 5, 1, 1],
    [2, 'u', 'm', 3600, 5, 1, 1],
  ])
})
