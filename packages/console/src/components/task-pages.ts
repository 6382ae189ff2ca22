import type { Page } from '@tollgate/contract'
import type { ListState } from './data-table/index.ts'

/** How often a list is read again while something in it is not finished. */
export const UNFINISHED_EVERY_MS = 5_000

/** Makes a page of the plain lists that the drawing log and the task log are answered with. */
export const asPage = <Row>({ data, total }: { data: Row[]; total: number }, list: ListState): Page<Row> => ({
  items: data,
  page: list.page,
  page_size: list.pageSize,
  total,
})
