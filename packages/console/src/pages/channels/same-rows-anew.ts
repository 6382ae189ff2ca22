import type { Page } from '@tollgate/contract'

interface Kept {
  id: number
}

/** The shown rows in their places, with their current values; a removed row stays as it was. */
export function sameRowsAnew<Row extends Kept>(shown: Page<Row>, now: Page<Row>): Page<Row> {
  const rows = new Map(now.items.map(row => [row.id, row]))
  return { ...shown, items: shown.items.map(row => rows.get(row.id) ?? row) }
}

/** Whether the page would now have other rows, or another order. */
export const isAnotherPage = (shown: Page<Kept>, now: Page<Kept>): boolean =>
  shown.total !== now.total || shown.items.map(({ id }) => id).join() !== now.items.map(({ id }) => id).join()
