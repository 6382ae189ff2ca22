import { type FigureWidths, leastWidth, readableWidth } from './column-widths.ts'
import type { Column } from './columns.ts'
import type { RowView } from './row-view.ts'

/** Pixels for two buttons and a menu. */
export const ACTIONS_WIDTH = 96
export const SELECTION_WIDTH = 40
export const EXPAND_WIDTH = 36
/** Left and right. */
const BORDERS_WIDTH = 2

interface Fitting<Row> {
  columns: Column<Row>[]
  /** The columns without room. */
  leftOut: Column<Row>[]
  showsActions: boolean
  /** In pixels, if the table scrolls sideways. */
  scrollWidth: number | undefined
  /** Pixels for the columns; 0 until the frame is measured. */
  room: number
}

/**
 * The columns that fit. Others are left out before names are cut off. Actions that a row's details have too give way before columns
 * with names. If the rest is still too wide without optional columns, the table scrolls sideways.
 * @param texts the widths that texts of all rows need
 */
export function fittingColumns<Row>(
  view: RowView<Row>,
  width: number,
  figures: FigureWidths,
  texts: FigureWidths = {},
): Fitting<Row> {
  let columns = view.columns
  // A frame without a width is not measured yet.
  const opener = (shown: RowView<Row>) =>
    view.keepsLeftOut && !view.expand && shown.columns.length < view.columns.length ? EXPAND_WIDTH : 0
  const besides = (shown: RowView<Row>) => widthBesides(shown) + opener(shown)
  const least = (column: Column<Row>) => leastWidth(column, figures)
  const readable = (column: Column<Row>) => readableWidth(column, figures, texts)
  const neededFor = (shown: RowView<Row>, widthOf = least) =>
    shown.columns.reduce((sum, column) => sum + widthOf(column), 0) + besides(shown)
  const fits = (shown: RowView<Row>, widthOf = least) =>
    width === 0 || neededFor(shown, widthOf) + BORDERS_WIDTH <= width
  const fitsAs = ({ readable: names }: Column<Row>, columns: Column<Row>[]) =>
    names === undefined
      ? fits({ ...view, columns }, readable)
      : fits(view.actionsGiveWay ? { ...view, columns, actions: undefined } : { ...view, columns })
  const leavable = columns.filter(column => column.rank !== undefined).toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
  for (const next of leavable) {
    if (fitsAs(next, columns)) break
    columns = columns.filter(column => column !== next)
  }
  // A removed wide column may have left room for a narrow one of lower rank.
  for (const next of leavable.toReversed()) {
    const more = view.columns.filter(column => column === next || columns.includes(column))
    if (fitsAs(next, more)) columns = more
  }
  const showsActions = Boolean(view.actions) && (!view.actionsGiveWay || fits({ ...view, columns }))
  const shown = { ...view, columns, actions: showsActions ? view.actions : undefined }
  const leftOut = view.columns.filter(column => !columns.includes(column))
  const scrollWidth = fits(shown) ? undefined : neededFor(shown)
  const room = width === 0 ? 0 : (scrollWidth ?? width) - besides(shown)
  return { columns, leftOut, showsActions, scrollWidth, room }
}

function widthBesides<Row>({ actions, actionsWidth = ACTIONS_WIDTH, expand, selection }: RowView<Row>): number {
  return (actions ? actionsWidth : 0) + (expand ? EXPAND_WIDTH : 0) + (selection ? SELECTION_WIDTH : 0)
}
