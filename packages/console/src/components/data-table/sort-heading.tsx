import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons'
import type { Column } from './columns.ts'
import styles from './data-table.module.css'

interface SortHeadingProps {
  title: string
  /** Undefined: the list is not sorted by this column. */
  sorted: Column<unknown>['sorted']
  onSort: () => void
}

/** A column title that sorts by it; the table cell around it states the sort order. */
export function SortHeading({ title, sorted, onSort }: SortHeadingProps) {
  return (
    <button type="button" className={styles.sort} onClick={onSort}>
      {title}
      {sorted === 'descending' ? <CaretDownOutlined /> : <CaretUpOutlined data-idle={sorted === undefined} />}
    </button>
  )
}
