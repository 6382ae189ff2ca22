import { useIsPhone } from '../use-is-phone.ts'
import { Cards } from './cards.tsx'
import styles from './data-table.module.css'
import type { Identified, RowsProps } from './row-view.ts'
import { Rows } from './rows.tsx'

/** A whole list at once, sorted and searched in the browser: a table, or cards on a phone. */
export function FullTable<Row extends Identified>(props: RowsProps<Row>) {
  const View = useIsPhone() ? Cards : Rows
  return (
    <section className={styles.table} aria-busy={props.rows === undefined}>
      <div>
        <View {...props} />
      </div>
    </section>
  )
}
