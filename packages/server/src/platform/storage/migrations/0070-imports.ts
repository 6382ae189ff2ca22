import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** Imports from other gateways: each source, and which of its rows became which row here. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  await db.schema
    .createTable('imports')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('generation', 'text', column => column.notNull())
    .addColumn('sha256', 'text', column => column.notNull())
    .addColumn('imported_at', integer, column => column.notNull())
    .addColumn('logs_since', integer)
    .addColumn('logs_until', integer)
    .addColumn('logs_below', integer)
    .addColumn('logs', integer, column => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('imported_rows')
    .addColumn('import_id', 'text', column => column.notNull())
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('source_id', integer, column => column.notNull())
    .addColumn('row_id', integer, column => column.notNull())
    .addColumn('used_quota', integer, column => column.notNull().defaultTo(0))
    .addColumn('request_count', integer, column => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('imported_rows_key', ['import_id', 'kind', 'source_id'])
    .execute()
  await db.schema.createIndex('imported_rows_by_kind_row_id').on('imported_rows').columns(['kind', 'row_id']).execute()
}
