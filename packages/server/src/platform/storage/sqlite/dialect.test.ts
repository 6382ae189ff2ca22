import { expect, test } from 'bun:test'
import { onlyReads } from './dialect.ts'

test.each([
  ['select 1', true],
  ['  SELECT * from logs', true],
  ['with a as (select 1) select * from a', true],
  ['with a as (select 1) insert into b select * from a', false],
  ['insert into a values (1) returning id', false],
  ['pragma wal_checkpoint(truncate)', false],
  ['begin', false],
  ['selected', false],
])('“%s” only reads: %p', (text, expected) => {
  expect(onlyReads(text, 'RawNode')).toBe(expected)
})
