import { type CheckedInputOf, type calls, ORDER_LIFETIME_SECONDS, type Order } from '@tollgate/contract'
import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import { contains } from '../../platform/storage/like.ts'
import { rowsById } from '../../platform/storage/rows-by-id.ts'
import type { Tables } from '../../platform/storage/schema.ts'
import { byColumns, type SortedBy, sortRows } from '../../platform/storage/sort-rows.ts'

type Filters = Omit<CheckedInputOf<typeof calls.orders.list>['query'], 'p' | 'page_size'>
type Builder = ExpressionBuilder<Tables, 'top_ups'>
type Condition = ExpressionWrapper<Tables, 'top_ups', SqlBool>

const SORTED_BY: SortedBy<'orders'> = {
  ...byColumns(['create_time', 'money_cents']),
  status: sql`top_ups.status`,
  quota: sql`amount`,
  complete_time: sql`nullif(complete_time, 0)`,
}

/** Queries the orders that match the filters, newest first unless sorted, and their number. */
export function listedOrders(db: Db, filters: Filters, now: number) {
  const { keyword, status, payment_method, start_timestamp, end_timestamp, sort } = filters
  let query = db.selectFrom('top_ups').where('create_time', '>=', start_timestamp)
  if (end_timestamp > 0) query = query.where('create_time', '<=', end_timestamp)
  if (payment_method.length > 0) query = query.where('payment_method', 'in', payment_method)
  if (status.length > 0) query = query.where(eb => eb.or(status.map(state => STATES[state](eb, now))))
  const text = keyword.trim()
  if (text !== '')
    query = query.where(({ eb, or, ref, selectFrom }) =>
      or([
        ...(/^\d{1,15}$/.test(text) ? [eb('top_ups.user_id', '=', Number(text))] : []),
        contains(ref('trade_no'), text),
        eb(
          'top_ups.user_id',
          'in',
          selectFrom('users')
            .select('users.id')
            .where(user => contains(user.ref('users.username'), text)),
        ),
      ]),
    )
  return {
    rows: rowsById(
      sortRows(query.select('top_ups.id'), sort, SORTED_BY, rows =>
        (sort === '' ? rows.orderBy('create_time', 'desc') : rows).orderBy('top_ups.id', 'desc'),
      ),
      ids =>
        db
          .selectFrom('top_ups')
          .where('top_ups.id', 'in', ids)
          .innerJoin('users', 'users.id', 'top_ups.user_id')
          .selectAll('top_ups')
          .select('users.username')
          .execute(),
    ),
    count: query.select(({ fn }) => fn.countAll<number>().as('total')),
  }
}

/** The condition for each state, as `toOrder` defines it. */
const STATES: Record<Order['status'], (eb: Builder, now: number) => Condition> = {
  pending: (eb, now) => eb.and([unpaid(eb), eb('create_time', '>', now - ORDER_LIFETIME_SECONDS)]),
  expired: (eb, now) => eb.and([unpaid(eb), eb('create_time', '<=', now - ORDER_LIFETIME_SECONDS)]),
  disputed: eb => eb.and([paid(eb), eb('open_disputes', '>', 0)]),
  refunded: eb => eb.and([paid(eb), eb('open_disputes', '=', 0), eb('taken_quota', '>=', eb.ref('amount'))]),
  success: eb => eb.and([paid(eb), eb('open_disputes', '=', 0), eb('taken_quota', '<', eb.ref('amount'))]),
}

const paid = (eb: Builder) => eb('top_ups.status', '=', 'success')
const unpaid = (eb: Builder) => eb('top_ups.status', '!=', 'success')
