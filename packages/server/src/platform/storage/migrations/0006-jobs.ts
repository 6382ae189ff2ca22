import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** Every background job with its lease, so that only one node runs it, and with its last run. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  await db.schema
    .createTable('jobs')
    .addColumn('name', 'text', column => column.primaryKey())
    .addColumn('lease_holder', 'text', column => column.notNull().defaultTo(''))
    .addColumn('lease_until', integer, column => column.notNull().defaultTo(0))
    .addColumn('started_at', integer, column => column.notNull().defaultTo(0))
    .addColumn('finished_at', integer, column => column.notNull().defaultTo(0))
    .addColumn('result', 'text', column => column.notNull().defaultTo('none'))
    .addColumn('handled', integer, column => column.notNull().defaultTo(0))
    .addColumn('error', 'text', column => column.notNull().defaultTo(''))
    .addColumn('runs', integer, column => column.notNull().defaultTo(0))
    .execute()
}
