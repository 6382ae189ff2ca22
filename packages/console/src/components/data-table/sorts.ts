import type { Column } from './columns.ts'

/** A sort key of a list: the API's column and its title. */
export interface SortChoice {
  by: string
  title: string
}

/** The sort order of a list, and a function to change it. */
export interface Sorting {
  sort: string
  setSort: (sort: string) => void
}

export const sortsOf = <Row>({ sort, sorts, title }: Column<Row>): SortChoice[] =>
  sorts ?? (sort ? [{ by: sort, title }] : [])

export const columnOf = (sort: string): string => (sort.startsWith('-') ? sort.slice(1) : sort)

export const directionOf = (sort: string): 'ascending' | 'descending' =>
  sort.startsWith('-') ? 'descending' : 'ascending'

/**
 * The first press sorts, the second reverses the order, the third restores the default. Numbers begin with the largest.
 */
export function nextSort(by: string, sort: string, isNumeric: boolean): string {
  const [first, second] = isNumeric ? [`-${by}`, by] : [by, `-${by}`]
  if (sort === first) return second
  return sort === second ? '' : first
}
