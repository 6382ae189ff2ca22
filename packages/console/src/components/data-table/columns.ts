import type { ReactNode } from 'react'

/** One column of a list: its heading in the table, and its content for a row, there and on a phone's card. */
export interface Column<Row> {
  key: string
  title: string
  /** Shown as heading instead of the title; where the column sorts, beside it. */
  heading?: ReactNode
  /** The list's sort order by this column; absent: none. */
  sorted?: 'ascending' | 'descending' | undefined
  /** The API's column that its heading sorts by; with several values, each with its title. */
  sort?: string
  sorts?: { by: string; title: string }[]
  /** Help beside the title, on demand. */
  help?: ReactNode
  /** Pixels. */
  width: number
  /** Right-aligned, tabular. */
  numeric?: boolean
  /** Takes the remaining width. */
  grows?: boolean
  /** Cannot be hidden. */
  always?: boolean
  /** Left out if the table is too narrow, lowest rank first; absent: always shown. */
  rank?: number
  /** Whether this row's cell also covers all cells after it, or all but the last. */
  spansRest?: (row: Row) => boolean | 'but-last'
  /** Hidden until chosen. */
  optional?: boolean
  /** On a card: its heading, or a field visible without a tap, with or without its title. */
  card?: 'heading' | 'field' | 'titled-field'
  render: (row: Row) => ReactNode
}

/** How many columns a cell spans; 0: an earlier cell covers it. */
export function cellsOf<Row>(columns: Column<Row>[], index: number, row: Row): number {
  const spanning = columns.findIndex(column => column.spansRest?.(row))
  if (spanning === -1 || index < spanning) return 1
  const left = columns[spanning]?.spansRest?.(row) === 'but-last' ? 1 : 0
  if (index === spanning) return Math.max(1, columns.length - spanning - left)
  return index > columns.length - 1 - left ? 1 : 0
}
