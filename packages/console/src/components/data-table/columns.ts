import type { ReactNode } from 'react'

/** One column of a list: how it heads the table, and what it says of a row, there and on a phone's card. */
export interface Column<Row> {
  key: string
  title: string
  /** What the heading shows in the title's place. */
  heading?: ReactNode
  /** How the list is sorted by this column; absent: it is not. */
  sorted?: 'ascending' | 'descending' | undefined
  /** Beside the title, to be asked. */
  help?: ReactNode
  /** Pixels. */
  width: number
  /** Right-aligned, tabular. */
  numeric?: boolean
  /** Takes what room is left over. */
  grows?: boolean
  /** Cannot be hidden. */
  always?: boolean
  /** Left out of a table too narrow for all columns, the lowest first; absent: always there. */
  rank?: number
  /** Whether this row's cell takes the place of all cells after it, too, or of all but the last. */
  spansRest?: (row: Row) => boolean | 'but-last'
  /** Hidden until chosen. */
  optional?: boolean
  /** On a card: its heading, or one of the fields seen without a tap, which may need its title before it. */
  card?: 'heading' | 'field' | 'titled-field'
  render: (row: Row) => ReactNode
}

/** How many columns a cell covers; 0: one before it covers it too. */
export function cellsOf<Row>(columns: Column<Row>[], index: number, row: Row): number {
  const spanning = columns.findIndex(column => column.spansRest?.(row))
  if (spanning === -1 || index < spanning) return 1
  const left = columns[spanning]?.spansRest?.(row) === 'but-last' ? 1 : 0
  if (index === spanning) return Math.max(1, columns.length - spanning - left)
  return index > columns.length - 1 - left ? 1 : 0
}
