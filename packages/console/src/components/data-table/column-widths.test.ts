import { expect, test } from 'bun:test'
import { columnWidths, leastWidth } from './column-widths.ts'
import type { Column } from './columns.ts'

const column = (key: string, width: number, more: Partial<Column<unknown>> = {}): Column<unknown> => ({
  key,
  title: key,
  width,
  render: () => null,
  ...more,
})

const user = column('user', 70, { maxWidth: 170 })
const model = column('model', 100, { grows: true })
const charge = column('charge', 90, { numeric: true })

test('without more room every column has its minimum width', () => {
  expect(columnWidths([user, model, charge], {}, 260)).toEqual([70, 100, 90])
  expect(columnWidths([user, model, charge], {}, 200)).toEqual([70, 100, 90])
})

test('room is shared by the columns that can use it, and the rest goes to the column that grows', () => {
  expect(columnWidths([user, model, charge], {}, 360)).toEqual([120, 150, 90])
  expect(columnWidths([user, model, charge], {}, 1000)).toEqual([170, 740, 90])
})

test('figures are never cut off, however narrow a user made their column; words may be', () => {
  expect(leastWidth({ ...charge, chosenWidth: 50 }, { charge: 131 })).toBe(131)
  expect(leastWidth({ ...user, chosenWidth: 50 }, { user: 131 })).toBe(50)
  expect(leastWidth(user, { user: 131 })).toBe(131)
  expect(columnWidths([model, charge], { charge: 131 }, 300)).toEqual([169, 131])
})

test('a chosen width stays, and another column takes the rest', () => {
  expect(columnWidths([user, { ...model, chosenWidth: 140 }, charge], {}, 600)).toEqual([370, 140, 90])
  expect(columnWidths([{ ...model, chosenWidth: 140 }, charge], {}, 400)).toEqual([140, 260])
})
