import type { Page } from '@tollgate/contract'

interface Kept {
  id: number
}

/** The rows that are shown, where they are, with what they say now; a row that is gone stays as it was. */
export function sameRowsAnew<Row extends Kept>(shown: Page<Row>, now: Page<Row>): Page<Row> {
  const rows = new Map(now.items.map(row => [row.id, row]))
  return { ...shown, items: shown.items.map(row => rows.get(row.id) ?? row) }
}

/** Whether other rows belong on the page now, or the same in another order. */
export const isAnotherPage = (shown: Page<Kept>, now: Page<Kept>): boolean =>
  shown.total !== now.total || shown.items.map(({ id }) => id).join() !== now.items.map(({ id }) => id).join()
