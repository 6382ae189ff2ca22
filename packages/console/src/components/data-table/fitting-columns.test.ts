import { expect, test } from 'bun:test'
import type { Column } from './columns.ts'
import { fittingColumns } from './fitting-columns.ts'
import type { RowView } from './row-view.ts'

const column = (key: string, more: Partial<Column<object>> = {}): Column<object> => ({
  ...{ key, title: key, width: 80, render: () => null },
  ...more,
})
const view: RowView<object> = {
  columns: [
    column('time'),
    column('kind', { rank: 1 }),
    column('channel', { rank: 3, readable: 150 }),
    column('model', { readable: 150 }),
  ],
  nameOf: () => '',
  actions: () => [],
  actionsWidth: 40,
  actionsGiveWay: true,
}
const TEXTS = { channel: 150, model: 150 }
const fitIn = (width: number) => {
  const { columns, showsActions } = fittingColumns(view, width, {}, TEXTS)
  return [...columns.map(({ key }) => key), ...(showsActions ? ['actions'] : [])].join(' ')
}

test('a column without names is left out before names are cut off, and the actions stay', () => {
  expect(fitIn(502)).toBe('time kind channel model actions')
  expect(fitIn(501)).toBe('time channel model actions')
})

test('then names are cut off, then actions that the details have too are left out, and columns with names last', () => {
  expect(fitIn(282)).toBe('time channel model actions')
  expect(fitIn(281)).toBe('time channel model')
  expect(fitIn(241)).toBe('time model actions')
})
