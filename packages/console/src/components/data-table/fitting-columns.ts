import type { Column } from './columns.ts'
import type { RowView } from './row-view.ts'

/** Pixels. Two buttons and a menu. */
export const ACTIONS_WIDTH = 96
export const SELECTION_WIDTH = 40
export const EXPAND_WIDTH = 36
/** Left and right. */
const BORDERS_WIDTH = 2

interface Fitting<Row> {
  columns: Column<Row>[]
  /** Those there is no room for. */
  leftOut: Column<Row>[]
  showsActions: boolean
  /** In pixels, if the table scrolls sideways. */
  scrollWidth: number | undefined
}

/** The columns that fit. If the rest is still too wide without optional columns, the table scrolls sideways. */
export function fittingColumns<Row>(view: RowView<Row>, width: number): Fitting<Row> {
  let columns = view.columns
  // A frame without a width is not measured yet.
  const opener = (shown: RowView<Row>) =>
    view.keepsLeftOut && !view.expand && shown.columns.length < view.columns.length ? EXPAND_WIDTH : 0
  const neededFor = (shown: RowView<Row>) => widthOf(shown) + opener(shown)
  const fits = (shown: RowView<Row>) => width === 0 || neededFor(shown) + BORDERS_WIDTH <= width
  const leavable = columns.filter(column => column.rank !== undefined).toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
  for (const next of leavable) {
    if (fits({ ...view, columns })) break
    columns = columns.filter(column => column !== next)
  }
  const showsActions = Boolean(view.actions) && (!view.actionsGiveWay || fits({ ...view, columns }))
  const shown = { ...view, columns, actions: showsActions ? view.actions : undefined }
  const leftOut = view.columns.filter(column => !columns.includes(column))
  return { columns, leftOut, showsActions, scrollWidth: fits(shown) ? undefined : neededFor(shown) }
}

function widthOf<Row>({ columns, actions, actionsWidth = ACTIONS_WIDTH, expand, selection }: RowView<Row>): number {
  return (
    columns.reduce((sum, column) => sum + column.width, 0) +
    (actions ? actionsWidth : 0) +
    (expand ? EXPAND_WIDTH : 0) +
    (selection ? SELECTION_WIDTH : 0)
  )
}
