import type { ReactNode } from 'react'

/** One column of a list: how it heads the table, and what it says of a row, there and on a phone's card. */
export interface Column<Row> {
  key: string
  title: string
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
  /** Hidden until chosen. */
  optional?: boolean
  /** On a card: its heading, or one of the fields seen without a tap, which may need its title before it. */
  card?: 'heading' | 'field' | 'titled-field'
  render: (row: Row) => ReactNode
}
