import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** Sizes of the largest tables and of Redis over some days, and the first start of each version. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  await db.schema
    .createTable('storage_sizes')
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('at', integer, column => column.notNull())
    .addColumn('bytes', integer, column => column.notNull())
    .addColumn('items', integer)
    .addPrimaryKeyConstraint('storage_sizes_pkey', ['kind', 'name', 'at'])
    .execute()
  await db.schema
    .createTable('version_starts')
    .addColumn('version', 'text', column => column.notNull())
    .addColumn('last_step', 'text', column => column.notNull())
    .addColumn('started_at', integer, column => column.notNull())
    .addColumn('steps', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('version_starts_pkey', ['version', 'last_step'])
    .execute()
}
