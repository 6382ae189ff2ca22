import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** Files that hold old log rows, and totals of the rows that moved there, so that the audit still finds them. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  await db.schema
    .createTable('log_archives')
    .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigserial', column =>
      kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
    )
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('place', 'text', column => column.notNull())
    .addColumn('state', 'text', column => column.notNull())
    .addColumn('rows', integer, column => column.notNull().defaultTo(0))
    .addColumn('bytes', integer, column => column.notNull().defaultTo(0))
    .addColumn('sha256', 'text', column => column.notNull().defaultTo(''))
    .addColumn('from_time', integer, column => column.notNull().defaultTo(0))
    .addColumn('to_time', integer, column => column.notNull().defaultTo(0))
    .addColumn('is_gapped', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('made_at', integer, column => column.notNull())
    .execute()
  await db.schema
    .createTable('log_archive_sums')
    .addColumn('archive_id', integer, column => column.notNull())
    .addColumn('user_id', integer, column => column.notNull())
    .addColumn('calls', integer, column => column.notNull())
    .addColumn('quota', integer, column => column.notNull())
    .addPrimaryKeyConstraint('log_archive_sums_key', ['archive_id', 'user_id'])
    .execute()
}
