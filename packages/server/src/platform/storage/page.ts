import type { Page } from '@tollgate/contract'

/** A filtered and ordered query for rows. */
export interface Rows<Row> {
  limit(count: number): Rows<Row>
  offset(count: number): Rows<Row>
  execute(): Promise<Row[]>
}

/** A query for the number of rows on all pages. */
interface Total {
  executeTakeFirstOrThrow(): Promise<{ total: number }>
}

/** Reads one page. `p` counts from 1; 0 also means the first page. A page that is not full tells the number of rows itself. */
export async function readPage<Row, Item>(
  rows: Rows<Row>,
  count: Total,
  { p, page_size }: { p: number; page_size: number },
  toItem: (row: Row) => Item,
): Promise<Page<Item>> {
  const page = Math.max(1, p)
  const before = (page - 1) * page_size
  const found = await rows.limit(page_size).offset(before).execute()
  const isLast = found.length < page_size && (found.length > 0 || page === 1)
  const total = isLast ? before + found.length : (await count.executeTakeFirstOrThrow()).total
  return { items: found.map(toItem), page, page_size, total }
}
