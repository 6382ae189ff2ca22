import { expect, test } from 'bun:test'
import type { Column } from './columns.ts'
import { textWidths, withForeseen } from './text-widths.ts'

interface Row {
  user: string
  charge: string
}
const columns: Column<Row>[] = [
  { key: 'user', title: 'User', width: 70, readable: 104, text: ({ user }) => user, render: ({ user }) => user },
  { key: 'charge', title: 'Charge', width: 70, numeric: true, text: ({ charge }) => charge, render: () => null },
  { key: 'other', title: 'Other', width: 70, render: () => null },
]
const widthsOf = (rows: Row[], before = {}) => textWidths(columns, rows, before, text => text.length * 7)

test('the longest text of all rows counts, a name only up to where it is readable', () => {
  const rows = [
    { user: 'a', charge: '$1.00' },
    { user: 'a name without an end', charge: '$1,000,000.00' },
  ]
  expect(widthsOf(rows)).toEqual({ user: 104, charge: 107 })
  expect(widthsOf([{ user: 'katya', charge: '' }])).toEqual({ user: 51 })
})

test('the widest text counts, also if another has more letters', () => {
  const widthOf = (text: string) => text.length * (text.startsWith('W') ? 13 : 4)
  const rows = ['Illicit jilt', 'WWWW'].map(user => ({ user, charge: '' }))
  expect(textWidths(columns, rows, {}, widthOf)).toEqual({ user: 68 })
})

test('what a cell shows around the text has its room too', () => {
  const badged = columns.map(column => ({ ...column, around: 22 }))
  expect(textWidths(badged, [{ user: 'katya', charge: '' }], {}, text => text.length * 7)).toEqual({ user: 73 })
})

test('a width stays when shorter texts follow', () => {
  const before = widthsOf([{ user: 'root', charge: '$100.00' }])
  expect(widthsOf([{ user: 'me', charge: '$1' }], before)).toBe(before)
})

test('figures that are foreseen have their room from the start, and names do not', () => {
  expect(withForeseen(columns, { charge: 80, other: 90 }, { user: 104, charge: 107 })).toEqual({
    charge: 107,
    other: 90,
  })
  expect(withForeseen(columns, { charge: 120 }, { charge: 107 })).toEqual({ charge: 120 })
})
