import type { ReactNode } from 'react'
import type { Column } from './columns.ts'
import type { Sorting } from './sorts.ts'
import type { LayoutChanges } from './use-column-choice.ts'

/** An action on a row. */
export interface RowAction {
  key: string
  label: string
  icon: ReactNode
  onClick: () => void
  /** The frequent ones are buttons; the rest wait in a menu. */
  frequent?: boolean
  danger?: boolean
  /** Shown so that every row has the same actions, but not usable for this one. */
  disabled?: boolean
}

/** A row with a unique id. */
export interface Identified {
  id: number | string
  /** Rows that belong to this one, shown under it when it is open. */
  children?: Identified[]
}

export interface Selection<Row> {
  selected: Row[]
  onSelect: (rows: Row[]) => void
}

/** How a list shows its rows, as a table or as cards. */
export interface RowView<Row> {
  columns: Column<Row>[]
  /** The row's name, for labels. */
  nameOf: (row: Row) => string
  actions?: (row: Row) => RowAction[]
  /** Pixels for the actions; absent: two buttons and a menu. */
  actionsWidth?: number
  /** Whether a table too narrow for all columns leaves out the actions, because a row's details also have them. */
  actionsGiveWay?: boolean
  /** Whether a table too narrow for all columns shows the rest in the details of each row. */
  keepsLeftOut?: boolean
  /** The details of a row. */
  expand?: (row: Row) => ReactNode
  selection?: Selection<Row>
  /** Whether the row is greyed out because it is not in use. */
  isDimmed?: (row: Row) => boolean
}

export interface RowsProps<Row> extends RowView<Row> {
  /** Undefined while loading. */
  rows: Row[] | undefined
  /** Identifies the question that the rows answer. Rows of another one are new elements, because moved ones shift the layout. */
  answered?: string
  /** How many rows to expect while loading. */
  placeholders: number
  /** The headings of columns with a sort key sort by it; absent: the columns have their own headings. */
  sorting?: Sorting
  /** Headings can be dragged to other places and widths. */
  layout?: LayoutChanges | undefined
  /** Receives the keys of the columns without room. */
  onLeftOut?: ((keys: string) => void) | undefined
  empty: ReactNode
}
