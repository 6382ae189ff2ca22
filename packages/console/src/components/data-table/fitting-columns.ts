import type { Column } from './columns.ts'
import type { RowView } from './row-view.ts'

/** Pixels. Two buttons and a menu. */
export const ACTIONS_WIDTH = 96
export const SELECTION_WIDTH = 40
export const EXPAND_WIDTH = 36
/** Left and right. */
const BORDERS_WIDTH = 2

/** The columns there is room for. What is still too wide without those that may be left out scrolls sideways. */
export function fittingColumns<Row>(view: RowView<Row>, width: number): { columns: Column<Row>[]; isTooWide: boolean } {
  let columns = view.columns
  const leavable = columns.filter(column => column.rank !== undefined).toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
  const isTooWide = () => width > 0 && widthOf({ ...view, columns }) + BORDERS_WIDTH > width
  for (const next of leavable) {
    if (!isTooWide()) break
    columns = columns.filter(column => column !== next)
  }
  return { columns, isTooWide: isTooWide() }
}

/** The table scrolls sideways where the page is narrower than this. */
export function widthOf<Row>({ columns, actions, expand, selection }: RowView<Row>): number {
  return (
    columns.reduce((sum, column) => sum + column.width, 0) +
    (actions ? ACTIONS_WIDTH : 0) +
    (expand ? EXPAND_WIDTH : 0) +
    (selection ? SELECTION_WIDTH : 0)
  )
}
