import type { Column } from './columns.ts'

/** What a list can be sorted by: the API's column, and its title. */
export interface SortChoice {
  by: string
  title: string
}

/** How a list is sorted, and how to sort it in another way. */
export interface Sorting {
  sort: string
  setSort: (sort: string) => void
}

export const sortsOf = <Row>({ sort, sorts, title }: Column<Row>): SortChoice[] =>
  sorts ?? (sort ? [{ by: sort, title }] : [])

export const columnOf = (sort: string): string => (sort.startsWith('-') ? sort.slice(1) : sort)

export const directionOf = (sort: string): 'ascending' | 'descending' =>
  sort.startsWith('-') ? 'descending' : 'ascending'

/** A press sorts, a second one the other way around, a third one as usual. Numbers begin with the greatest. */
export function nextSort(by: string, sort: string, isNumeric: boolean): string {
  const [first, second] = isNumeric ? [`-${by}`, by] : [by, `-${by}`]
  if (sort === first) return second
  return sort === second ? '' : first
}
