import { type Stored, useStored } from '../../lib/storage.ts'
import type { Column } from './columns.ts'

export interface ColumnChoice<Row> {
  visible: Column<Row>[]
  choosable: Column<Row>[]
  isShown: (column: Column<Row>) => boolean
  show: (key: string, isShown: boolean) => void
  reset: () => void
}

/** Which columns a table shows, stored as `{column: shown}`. Other columns follow their default. */
export function useColumnChoice<Row>(
  columns: Column<Row>[],
  remembered: Stored<Record<string, boolean> | null>,
): ColumnChoice<Row> {
  const [chosen, choose] = useStored(remembered)
  const isShown = (column: Column<Row>) => column.always || (chosen?.[column.key] ?? !column.optional)

  return {
    visible: columns.filter(isShown),
    choosable: columns.filter(column => !column.always),
    isShown,
    show: (key, shown) => choose({ ...chosen, [key]: shown }),
    reset: () => choose(null),
  }
}
