import { expect, test } from 'bun:test'
import fc from 'fast-check'
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

test('figures of later rows take their room from the nearest columns, and the others stay', () => {
  const columns = [user, column('name', 60, { maxWidth: 200 }), model, charge]
  const [ofUser = 0, ofName = 0, ofModel = 0, ofCharge = 0] = columnWidths(columns, {}, 500)
  expect(columnWidths(columns, { charge: ofCharge + 20 }, 500, {})).toEqual([
    ofUser,
    ofName,
    ofModel - 20,
    ofCharge + 20,
  ])
  const spare = ofModel - model.width
  const taken = columnWidths(columns, { charge: ofCharge + spare + 10 }, 500, {})
  expect(taken).toEqual([ofUser, ofName - 10, model.width, ofCharge + spare + 10])
})

test('wherever figures of later rows are, no column is narrower than it must be, and the room is used up', () => {
  const columns = [user, column('name', 60, { maxWidth: 200 }), model, charge]
  const needed = fc.integer({ min: 0, max: 300 })
  fc.assert(
    fc.property(needed, needed, needed, (name, model, charge) => {
      const figures = { name, model, charge }
      const least = columns.map(each => leastWidth(each, figures))
      const sum = (widths: number[]) => widths.reduce((total, each) => total + each, 0)
      const room = Math.max(400, sum(least))
      const widths = columnWidths(columns, figures, room, {})
      expect(widths.every((width, place) => width >= (least[place] ?? 0))).toBe(true)
      expect(sum(widths)).toBe(room)
    }),
    { seed: 5 },
  )
})

test('a chosen width stays, and another column takes the rest', () => {
  expect(columnWidths([user, { ...model, chosenWidth: 140 }, charge], {}, 600)).toEqual([370, 140, 90])
  expect(columnWidths([{ ...model, chosenWidth: 140 }, charge], {}, 400)).toEqual([140, 260])
})
