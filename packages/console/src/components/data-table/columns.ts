import type { ReactNode } from 'react'

/** One column of a list: its heading in the table, and its content for a row, in the table and on a phone's card. */
export interface Column<Row> {
  key: string
  title: string
  /** The heading, if not the title; for a sortable column, shown beside it. */
  heading?: ReactNode
  /** The list's sort order by this column; absent: none. */
  sorted?: 'ascending' | 'descending' | undefined
  /** The API's column that its heading sorts by; with several values, each with its title. */
  sort?: string
  sorts?: { by: string; title: string }[]
  /** Help beside the title, on demand. */
  help?: ReactNode
  /** The minimum width in pixels. Figures have as many as they need. */
  width: number
  /** The maximum width in pixels if there is room; absent: it does not widen, unless it grows. */
  maxWidth?: number
  /** What a cell shows, as far as it decides its width: a name's letters, or a figure with what stands beside it. */
  text?: (row: Row) => string
  /** Pixels of what a cell shows around that text: a badge's frame, a gap. */
  around?: number
  /** Names are not cut off below this width in pixels as long as columns without names can be left out for them. */
  readable?: number
  /** The width in pixels that the user chose. */
  chosenWidth?: number
  /** Figures: right-aligned, tabular, never cut off. */
  numeric?: boolean
  /** Takes the remaining width. */
  grows?: boolean
  /** Cannot be hidden. */
  always?: boolean
  /** Left out if the table is too narrow, lowest rank first; absent: always shown. */
  rank?: number
  /** Whether this row's cell also covers all cells after it, or those before the column with this key. */
  spansRest?: (row: Row) => boolean | string
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
  const until = columns.findIndex(({ key }) => key === columns[spanning]?.spansRest?.(row))
  const end = until > spanning ? until : columns.length
  if (index === spanning) return end - spanning
  return index < end ? 0 : 1
}
