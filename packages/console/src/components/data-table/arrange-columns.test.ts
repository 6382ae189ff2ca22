import { expect, test } from 'bun:test'
import { arrangeColumns, moved } from './arrange-columns.ts'

const columns = ['time', 'user', 'model', 'charge'].map(key => ({ key, title: key, width: 80, render: () => null }))
const keysOf = (order?: string[]) => arrangeColumns(columns, { ...(order && { order }) }).map(({ key }) => key)

test('columns are in the chosen order', () => {
  expect(keysOf()).toEqual(['time', 'user', 'model', 'charge'])
  expect(keysOf(['charge', 'time', 'model', 'user'])).toEqual(['charge', 'time', 'model', 'user'])
})

test('an order that lacks newer columns and names removed ones keeps every column', () => {
  expect(keysOf(['charge', 'gone', 'user'])).toEqual(['time', 'charge', 'user', 'model'])
})

test('a chosen width is stored only for its column', () => {
  const [time, user] = arrangeColumns(columns, { widths: { user: 210, gone: 5 } })
  expect([time?.chosenWidth, user?.chosenWidth]).toEqual([undefined, 210])
})

test('a moved column takes the place of the other, from either side', () => {
  expect(moved(['a', 'b', 'c', 'd'], 'a', 'c')).toEqual(['b', 'c', 'a', 'd'])
  expect(moved(['a', 'b', 'c', 'd'], 'd', 'b')).toEqual(['a', 'd', 'b', 'c'])
  expect(moved(['a', 'b'], 'a', 'a')).toEqual(['a', 'b'])
})
