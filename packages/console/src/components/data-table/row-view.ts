import type { ReactNode } from 'react'
import type { Column } from './columns.ts'
import type { RowAction } from './row-actions.tsx'

/** What tells a list's rows apart. */
export interface Identified {
  id: number | string
}

export interface Selection<Row> {
  selected: Row[]
  onSelect: (rows: Row[]) => void
}

/** What a list says of its rows, whether they are drawn as a table or as cards. */
export interface RowView<Row> {
  columns: Column<Row>[]
  /** What the row is called where only its name is said. */
  nameOf: (row: Row) => string
  actions?: (row: Row) => RowAction[]
  /** What a row opens into. */
  expand?: (row: Row) => ReactNode
  selection?: Selection<Row>
  /** Greyed, because it is out of use. */
  isDimmed?: (row: Row) => boolean
}

export interface RowsProps<Row> extends RowView<Row> {
  /** Undefined while loading. */
  rows: Row[] | undefined
  /** How many rows to draw while loading. */
  placeholders: number
  empty: ReactNode
}
