import type { ColumnLayout } from '../../lib/storage.ts'
import type { Column } from './columns.ts'

/** The columns in the chosen order and with the chosen widths. */
export function arrangeColumns<Row>(columns: Column<Row>[], { order, widths }: ColumnLayout): Column<Row>[] {
  const ordered = order ? inOrder(columns, order) : columns
  if (!widths) return ordered
  return ordered.map(column => {
    const chosenWidth = widths[column.key]
    return chosenWidth === undefined ? column : { ...column, chosenWidth }
  })
}

/** A newer column that the order does not name keeps its place after the previous one. */
function inOrder<Row>(columns: Column<Row>[], order: string[]): Column<Row>[] {
  const ordered = order.flatMap(key => columns.find(column => column.key === key) ?? [])
  for (const [index, column] of columns.entries()) {
    if (order.includes(column.key)) continue
    const before = columns[index - 1]
    ordered.splice(before ? ordered.indexOf(before) + 1 : 0, 0, column)
  }
  return ordered
}

/** The keys with one of them moved to the place of another. */
export function moved(keys: string[], key: string, target: string): string[] {
  const to = keys.indexOf(target)
  return keys.filter(other => other !== key).toSpliced(to, 0, key)
}
