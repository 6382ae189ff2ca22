import { type Order, type Sort, UNPAID_ORDER_KEPT_SECONDS } from '@tollgate/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import type { TopUpsTable } from '../../platform/storage/schema.ts'
import { byColumn, byColumns, type SortedBy, sortRows } from '../../platform/storage/sort-rows.ts'

export type OrderRow = Selectable<TopUpsTable>
export type PaymentMethod = Order['payment_method']
const STATUS = { pending: 'pending', success: 'success' } as const satisfies Record<string, Order['status']>

export const isPaid = ({ status }: Pick<OrderRow, 'status'>): boolean => status === STATUS.success

const SORTED_BY: SortedBy<'orders'> = {
  ...byColumns(['create_time', 'money_cents', 'status']),
  quota: byColumn('amount'),
  complete_time: sql`nullif(complete_time, 0)`,
}

/** Queries for a user's orders, newest first where no sort is given, and for their number. */
export function ordersOf(db: Db, userId: number, sort: Sort<'orders'>) {
  const orders = db.selectFrom('top_ups').where('user_id', '=', userId)
  return {
    rows: sortRows(orders.selectAll(), sort, SORTED_BY, rows => rows.orderBy('id', 'desc')),
    count: orders.select(({ fn }) => fn.countAll<number>().as('total')),
  }
}

export async function insertOrder(
  db: Db,
  order: Omit<Insertable<TopUpsTable>, 'status'> & { payment_method: PaymentMethod },
): Promise<void> {
  await db
    .insertInto('top_ups')
    .values({ ...order, status: STATUS.pending })
    .execute()
}

/** Returns an order with its user's name. */
export const findOrder = (db: Db, tradeNo: string): Promise<(OrderRow & { username: string }) | undefined> =>
  db
    .selectFrom('top_ups')
    .innerJoin('users', 'users.id', 'top_ups.user_id')
    .selectAll('top_ups')
    .select('users.username')
    .where('trade_no', '=', tradeNo)
    .executeTakeFirst()

/** Removes at most `limit` orders that are too old to be paid; returns how many. */
export async function removeUnpaidOrders(db: Db, now: number, limit: number): Promise<number> {
  const until = now - UNPAID_ORDER_KEPT_SECONDS
  const unpaid = db.selectFrom('top_ups').select('id').where('status', '!=', STATUS.success)
  const { numDeletedRows } = await db
    .deleteFrom('top_ups')
    .where('id', 'in', unpaid.where('create_time', '<=', until).limit(limit))
    // An order that is being paid meanwhile stays.
    .where('status', '!=', STATUS.success)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/**
 * Marks an order as paid, however old, if it still exists. Returns false when it was already paid: only one of several
 * concurrent calls succeeds.
 */
export async function completeOrder(db: Db, id: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('top_ups')
    .set({ status: STATUS.success, complete_time: now })
    .where('id', '=', id)
    .where('status', '!=', STATUS.success)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
