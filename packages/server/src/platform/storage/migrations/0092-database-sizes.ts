import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** The size of the database on each day. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  await db.schema
    .createTable('database_sizes')
    .addColumn('day', integer, column => column.primaryKey())
    .addColumn('bytes', integer, column => column.notNull())
    .execute()
}
