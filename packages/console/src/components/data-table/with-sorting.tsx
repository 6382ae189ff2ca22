import type { Column } from './columns.ts'
import styles from './data-table.module.css'
import { SortHeading } from './sort-heading.tsx'
import { SortMenu } from './sort-menu.tsx'
import { columnOf, directionOf, nextSort, type Sorting, sortsOf } from './sorts.ts'

/** The columns, with headings that sort by them. */
export const withSorting = <Row,>(columns: Column<Row>[], sorting: Sorting): Column<Row>[] =>
  columns.map(column => (sortsOf(column).length > 0 ? sortable(column, sorting) : column))

function sortable<Row>(column: Column<Row>, sorting: Sorting): Column<Row> {
  const { title, heading, numeric } = column
  const choices = sortsOf(column)
  const current = choices.find(({ by }) => by === columnOf(sorting.sort))
  const sorted = current && directionOf(sorting.sort)
  const [only, ...others] = choices
  const sort = () => only && sorting.setSort(nextSort(only.by, sorting.sort, numeric === true))
  const button =
    others.length > 0 ? (
      <SortMenu title={title} choices={choices} sorted={sorted} sorting={sorting} />
    ) : (
      <SortHeading title={title} sorted={sorted} onSort={sort} />
    )
  if (!heading) return { ...column, sorted, heading: button }
  const beside = (
    <span className={styles.sortBeside}>
      {button} {heading}
    </span>
  )
  return { ...column, sorted, heading: beside }
}
