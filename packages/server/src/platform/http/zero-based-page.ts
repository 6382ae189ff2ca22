import { readPage } from '../storage/page.ts'
import { ExtendedReply } from './serve.ts'

/** Reads one page of the drawing or task log: `p` counts from 0, and the reply has the total beside a plain list. */
export async function readZeroBasedPage<Row, Item>(
  rows: Parameters<typeof readPage<Row, Item>>[0],
  count: Parameters<typeof readPage<Row, Item>>[1],
  { p, page_size }: { p: number; page_size: number },
  toItem: (row: Row) => Item,
): Promise<ExtendedReply<Item[]>> {
  const { items, total } = await readPage(rows, count, { p: p + 1, page_size }, toItem)
  return new ExtendedReply(items, { total })
}
