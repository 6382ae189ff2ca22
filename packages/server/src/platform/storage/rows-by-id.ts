import type { Rows } from './page.ts'

/** A sorted query for ids. */
interface Ids {
  limit(count: number): Ids
  offset(count: number): Ids
  execute(): Promise<{ id: number }[]>
}

/**
 * The rows of a page by their ids, which are found first: a database that sorts carries along every column and joined row
 * of all pages.
 */
export const rowsById = <Row extends { id: number }>(
  ids: Ids,
  find: (ids: readonly number[]) => Promise<Row[]>,
): Rows<Row> => ({
  limit: count => rowsById(ids.limit(count), find),
  offset: count => rowsById(ids.offset(count), find),
  async execute() {
    const wanted = (await ids.execute()).map(({ id }) => id)
    const found = new Map(wanted.length > 0 ? (await find(wanted)).map(row => [row.id, row]) : [])
    return wanted.flatMap(id => found.get(id) ?? [])
  },
})
