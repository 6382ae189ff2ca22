import { useState } from 'react'
import { type Stored, useStored } from '../../lib/storage.ts'
import type { Column } from './columns.ts'
import { useAddress } from './use-filters.ts'

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

/** A shared view names its columns here, joined by full stops. */
export const COLUMNS_IN_ADDRESS = 'columns'

/**
 * Which columns a table shows: those that the address names, else those remembered as `{column: shown}`. Other columns follow their
 * default.
 */
export function useColumnChoice<Row>(
  columns: Column<Row>[],
  remembered: Stored<Record<string, boolean> | null>,
): ColumnChoice<Row> {
  const [address, write] = useAddress()
  const [chosen, choose] = useStored(remembered)
  const [leftOut, setLeftOut] = useState('')
  const named = address.get(COLUMNS_IN_ADDRESS)?.split('.')
  const isShown = (column: Column<Row>) =>
    column.always || (named ? named.includes(column.key) : (chosen?.[column.key] ?? !column.optional))

  return {
    visible: columns.filter(isShown),
    choosable: columns.filter(column => !column.always),
    isShown,
    isLeftOut: ({ key }) => leftOut.split(' ').includes(key),
    onLeftOut: setLeftOut,
    show: (key, shown) =>
      named
        ? write({ [COLUMNS_IN_ADDRESS]: [...named.filter(other => other !== key), ...(shown ? [key] : [])].join('.') })
        : choose({ ...chosen, [key]: shown }),
    reset: () => {
      choose(null)
      if (named) write({ [COLUMNS_IN_ADDRESS]: '' })
    },
  }
}
