import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** Refunds of calls by administrators: single ones, and of all calls that pass a filter. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  const table = (name: string) =>
    db.schema
      .createTable(name)
      .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigserial', column =>
        kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
      )
  await table('refunds')
    .addColumn('log_id', integer, column => column.notNull())
    .addColumn('call_id', 'text', column => column.notNull())
    .addColumn('user_id', integer, column => column.notNull())
    .addColumn('token_id', integer, column => column.notNull())
    .addColumn('quota', integer, column => column.notNull())
    .addColumn('reason', 'text', column => column.notNull())
    .addColumn('actor_name', 'text', column => column.notNull())
    .addColumn('batch_id', integer, column => column.notNull())
    .addColumn('created_at', integer, column => column.notNull())
    .addColumn('undone_at', integer, column => column.notNull().defaultTo(0))
    .execute()
  for (const column of ['log_id', 'call_id', 'batch_id'])
    await db.schema.createIndex(`refunds_by_${column}`).on('refunds').column(column).execute()
  await table('refund_batches')
    .addColumn('filters', 'text', column => column.notNull())
    .addColumn('reason', 'text', column => column.notNull())
    .addColumn('actor', 'text', column => column.notNull())
    .addColumn('actor_name', 'text', column => column.notNull())
    .addColumn('state', 'text', column => column.notNull())
    .addColumn('total', integer, column => column.notNull())
    .addColumn('after_time', integer, column => column.notNull().defaultTo(0))
    .addColumn('after_id', integer, column => column.notNull().defaultTo(0))
    .addColumn('handled', integer, column => column.notNull().defaultTo(0))
    .addColumn('calls', integer, column => column.notNull().defaultTo(0))
    .addColumn('quota', integer, column => column.notNull().defaultTo(0))
    .addColumn('created_at', integer, column => column.notNull())
    .addColumn('finished_at', integer, column => column.notNull().defaultTo(0))
    .execute()
}
