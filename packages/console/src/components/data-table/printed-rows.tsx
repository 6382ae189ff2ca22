import { cellsOf } from './columns.ts'
import styles from './data-table.module.css'
import type { Identified, RowsProps } from './row-view.ts'

interface PrintedRowsProps<Row> extends RowsProps<Row> {
  /** The ids of rows whose details are open. */
  opened: readonly React.Key[]
}

/**
 * The rows on paper: one table as wide as the page, with every chosen column, the heading on every sheet, and opened details under
 * their row.
 */
export function PrintedRows<Row extends Identified>({ rows = [], columns, expand, opened }: PrintedRowsProps<Row>) {
  return (
    <table className={styles.printed}>
      <thead>
        <tr>
          {columns.map(({ key, title, numeric }) => (
            <th key={key} scope="col" data-numeric={numeric}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      {rows.map(row => (
        <tbody key={row.id}>
          <tr>
            {columns.map((column, index) => {
              const covered = cellsOf(columns, index, row)
              return (
                covered > 0 && (
                  <td key={column.key} colSpan={covered} data-numeric={column.numeric}>
                    {column.render(row)}
                  </td>
                )
              )
            })}
          </tr>
          {expand && opened.includes(row.id) && (
            <tr>
              <td colSpan={columns.length}>{expand(row)}</td>
            </tr>
          )}
        </tbody>
      ))}
    </table>
  )
}
