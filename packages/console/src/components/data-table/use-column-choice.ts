import { useState } from 'react'
import { type Stored, useStored } from '../../lib/storage.ts'
import type { Column } from './columns.ts'

export interface ColumnChoice<Row> {
  visible: Column<Row>[]
  choosable: Column<Row>[]
  isShown: (column: Column<Row>) => boolean
  /** Whether the table has no room for it at present: then it stands in the details of each row. */
  isLeftOut: (column: Column<Row>) => boolean
  /** Keys, separated by spaces. */
  onLeftOut: (keys: string) => void
  show: (key: string, isShown: boolean) => void
  reset: () => void
}

/** Which columns a table shows, stored as `{column: shown}`. Other columns follow their default. */
export function useColumnChoice<Row>(
  columns: Column<Row>[],
  remembered: Stored<Record<string, boolean> | null>,
): ColumnChoice<Row> {
  const [chosen, choose] = useStored(remembered)
  const [leftOut, setLeftOut] = useState('')
  const isShown = (column: Column<Row>) => column.always || (chosen?.[column.key] ?? !column.optional)

  return {
    visible: columns.filter(isShown),
    choosable: columns.filter(column => !column.always),
    isShown,
    isLeftOut: ({ key }) => leftOut.split(' ').includes(key),
    onLeftOut: setLeftOut,
    show: (key, shown) => choose({ ...chosen, [key]: shown }),
    reset: () => choose(null),
  }
}
