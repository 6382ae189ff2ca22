import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

const WINDOWS = ['five_hours', 'day', 'week', 'month', 'total']

/** Plans, users' subscriptions to them, and the parts of calls that subscriptions paid. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  const table = (name: string) => {
    let made = db.schema
      .createTable(name)
      .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigserial', column =>
        kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
      )
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('price', integer, column => column.notNull())
      .addColumn('period', 'text', column => column.notNull())
      .addColumn('models', 'text', column => column.notNull().defaultTo(''))
      .addColumn('groups', 'text', column => column.notNull().defaultTo(''))
      .addColumn('beyond', 'text', column => column.notNull())
    for (const window of WINDOWS) made = made.addColumn(window, integer)
    return made
  }
  const count = (name: string) => [name, integer] as const
  let plans = table('plans')
    .addColumn('description', 'text', column => column.notNull().defaultTo(''))
    .addColumn('stock', integer)
    .addColumn('deleted_at', integer)
  for (const [name, type] of ['trial_days', 'sold', 'position', 'enabled', 'for_new_users', 'created_at'].map(count))
    plans = plans.addColumn(name, type, column => column.notNull().defaultTo(0))
  await plans.execute()

  let subscriptions = table('subscriptions')
    .addColumn('user_id', integer, column => column.notNull())
    .addColumn('plan_id', integer, column => column.notNull())
    .addColumn('source', 'text', column => column.notNull())
    .addColumn('status', 'text', column => column.notNull())
    .addColumn('end_reason', 'text', column => column.notNull().defaultTo(''))
    .addColumn('term', integer, column => column.notNull().defaultTo(1))
  const numbers = [
    ...['is_trial', 'renews', 'position', 'started_at', 'term_start', 'term_end', 'anchor', 'resets'],
    ...['five_start', 'five_number', 'used', 'paid', 'ended_at'],
  ]
  for (const [name, type] of numbers.map(count))
    subscriptions = subscriptions.addColumn(name, type, column => column.notNull().defaultTo(0))
  await subscriptions.execute()
  for (const columns of [['user_id'], ['plan_id'], ['status', 'term_end']])
    await db.schema
      .createIndex(`subscriptions_by_${columns.join('_')}`)
      .on('subscriptions')
      .columns(columns)
      .execute()
  // A user has one trial, whatever is requested concurrently.
  await db.schema
    .createIndex('subscriptions_trial')
    .on('subscriptions')
    .column('user_id')
    .unique()
    .where('is_trial' as never, '=', 1 as never)
    .execute()

  await add(db, 'users', 'subscriptions', integer)
  await add(db, 'redemptions', 'plan_id', integer)
  await add(db, 'ledger_entries', 'subscription_id', integer)
  await add(db, 'ledger_entries', 'subscription_amount', integer)
  await db.schema
    .alterTable('ledger_entries')
    .addColumn('windows', 'text', column => column.notNull().defaultTo(''))
    .execute()
}

const add = (db: Kysely<unknown>, table: string, column: string, type: 'integer' | 'bigint') =>
  db.schema
    .alterTable(table)
    .addColumn(column, type, made => made.notNull().defaultTo(0))
    .execute()
