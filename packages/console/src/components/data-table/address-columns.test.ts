import { expect, test } from 'bun:test'
import { columnsText, readColumns } from './address-columns.ts'

test('columns of an address keep their order and chosen widths', () => {
  const text = columnsText([{ key: 'name' }, { key: 'type', chosenWidth: 120 }, { key: 'id' }])
  expect(text).toBe('name.type:120.id')
  expect(readColumns(text)).toEqual({
    shown: ['name', 'type', 'id'],
    layout: { order: ['name', 'type', 'id'], widths: { type: 120 } },
  })
})

test('what is no width, and a repeated column, is ignored', () => {
  const text = 'name:wide.type:-5.id:1e9.group:39.tag:Infinity.name.weight:55'
  expect(readColumns(text)).toEqual({
    shown: ['name', 'type', 'id', 'group', 'tag', 'weight'],
    layout: { order: ['name', 'type', 'id', 'group', 'tag', 'weight'], widths: { weight: 55 } },
  })
})
