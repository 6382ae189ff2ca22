import { type Order, type PaymentMethod, type Sort, UNPAID_ORDER_KEPT_SECONDS } from '@tollgate/contract'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { type Db, databaseKindOf } from '../../platform/storage/db.ts'
import type { TopUpsTable } from '../../platform/storage/schema.ts'
import { byColumn, byColumns, type SortedBy, sortRows } from '../../platform/storage/sort-rows.ts'

export type OrderRow = Selectable<TopUpsTable>
/** An order with its user's name. */
export type NamedOrder = OrderRow & { username: string }
const STATUS = { pending: 'pending', success: 'success' } as const satisfies Record<string, Order['status']>

export const isPaid = ({ status }: Pick<OrderRow, 'status'>): boolean => status === STATUS.success

const SORTED_BY: SortedBy<'orders'> = {
  ...byColumns(['create_time', 'money_cents', 'status']),
  quota: byColumn('amount'),
  complete_time: sql`nullif(complete_time, 0)`,
}

/** Queries a user's orders, newest first unless sorted, and their number. */
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

const namedOrders = (db: Db) =>
  db
    .selectFrom('top_ups')
    .innerJoin('users', 'users.id', 'top_ups.user_id')
    .selectAll('top_ups')
    .select('users.username')

export const findOrder = (db: Db, tradeNo: string): Promise<NamedOrder | undefined> =>
  namedOrders(db).where('trade_no', '=', tradeNo).executeTakeFirst()

export const findOrderById = (db: Db, id: number): Promise<NamedOrder | undefined> =>
  namedOrders(db).where('top_ups.id', '=', id).executeTakeFirst()

export async function emailOfOwner(db: Db, { user_id }: OrderRow): Promise<string> {
  const owner = db.selectFrom('users').select('email').where('id', '=', user_id)
  return (await owner.executeTakeFirstOrThrow()).email
}

/** Returns the order of a provider's payment. */
export const findOrderOfPayment = (db: Db, payment: string): Promise<NamedOrder | undefined> =>
  namedOrders(db).where('payment_ref', '=', payment).executeTakeFirst()

/** Returns the order that began a provider's subscription. */
export const firstOrderOfCard = (db: Db, cardRef: string): Promise<NamedOrder | undefined> =>
  namedOrders(db).where('card_ref', '=', cardRef).orderBy('top_ups.id').executeTakeFirst()

/** Returns all orders of a provider's subscription. */
export const renewalsOf = (db: Db, cardRef: string): Promise<OrderRow[]> =>
  db.selectFrom('top_ups').selectAll().where('card_ref', '=', cardRef).execute()

/** Inserts the paid order of a renewal, for the same as the first one. */
export async function insertRenewal(
  db: Db,
  { user_id, amount, money_cents, currency, payment_method, plan_id, plan_terms, card_ref }: OrderRow,
  {
    now,
    ...renewal
  }: Pick<OrderRow, 'trade_no' | 'provider_ref' | 'payment_ref' | 'subscription_id' | 'term'> & {
    now: number
  },
): Promise<void> {
  const same = { user_id, amount, money_cents, currency, payment_method, plan_id, plan_terms, card_ref }
  const paid = { status: STATUS.success, create_time: now, complete_time: now }
  await db
    .insertInto('top_ups')
    .values({ ...same, ...paid, ...renewal })
    .execute()
}

/** Returns an order and locks it until the transaction ends. */
export const lockOrder = (db: Db, id: number): Promise<NamedOrder | undefined> =>
  namedOrders(db)
    .where('top_ups.id', '=', id)
    .$if(databaseKindOf(db) === 'postgres', query => query.forUpdate('top_ups'))
    .executeTakeFirst()

export async function updateOrder(db: Db, id: number, change: Updateable<TopUpsTable>): Promise<void> {
  await db.updateTable('top_ups').set(change).where('id', '=', id).execute()
}

/** The most orders to check at once. */
const MOST_CHECKED = 50
/** Providers keep an order open for a day. */
const CHECKED_FOR_SECONDS = 25 * 3600
const FIRST_CHECK_SECONDS = 60

/** Returns unpaid orders to ask the provider about, each when it is about twice as old as at its last check. */
export function ordersToCheck(db: Db, methods: readonly PaymentMethod[], now: number): Promise<NamedOrder[]> {
  if (methods.length === 0) return Promise.resolve([])
  return namedOrders(db)
    .where('top_ups.status', '!=', STATUS.success)
    .where('payment_method', 'in', methods)
    .where('create_time', '>', now - CHECKED_FOR_SECONDS)
    .where(
      sql<boolean>`${now} - create_time >= ${FIRST_CHECK_SECONDS} + 2 * case when checked_at > 0 then checked_at - create_time else 0 end`,
    )
    .orderBy('top_ups.id')
    .limit(MOST_CHECKED)
    .execute()
}

export async function hasOpenDispute(db: Db, userId: number): Promise<boolean> {
  const order = await db
    .selectFrom('top_ups')
    .select('id')
    .where('user_id', '=', userId)
    .where('open_disputes', '>', 0)
    .executeTakeFirst()
  return order !== undefined
}

/** An administrator decides about a user: the end of a dispute lifts no ban any more. Before the user's row is locked. */
export async function keepStatusPastDisputes(db: Db, userId: number): Promise<void> {
  await db.updateTable('top_ups').set({ froze: 0 }).where('user_id', '=', userId).where('froze', '=', 1).execute()
}

/** Removes at most `limit` orders that are too old to be paid; returns how many. */
export async function removeUnpaidOrders(db: Db, now: number, limit: number): Promise<number> {
  const until = now - UNPAID_ORDER_KEPT_SECONDS
  const unpaid = db.selectFrom('top_ups').select('id').where('status', '!=', STATUS.success)
  const { numDeletedRows } = await db
    .deleteFrom('top_ups')
    .where('id', 'in', unpaid.where('create_time', '<=', until).limit(limit))
    // An order paid meanwhile stays.
    .where('status', '!=', STATUS.success)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/**
 * Marks an order of any age as paid, if it still exists. Returns false if it was already paid: only one of several concurrent
 * calls succeeds.
 */
export async function completeOrder(
  db: Db,
  id: number,
  now: number,
  byHand: Pick<Updateable<TopUpsTable>, 'completed_by' | 'note'> = {},
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('top_ups')
    .set({ status: STATUS.success, complete_time: now, ...byHand })
    .where('id', '=', id)
    .where('status', '!=', STATUS.success)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
