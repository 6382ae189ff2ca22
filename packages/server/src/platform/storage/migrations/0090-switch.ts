import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** Sums of the copies of calls that were planned; how often an import was brought up to date, and how far its log came. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  let table = db.schema
    .createTable('mirror_sums')
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('key', 'text', column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
  for (const name of ['copies', 'refused', 'unplanned', 'held', 'cost', 'first_at', 'last_at'] as const)
    table = table.addColumn(name, integer, column => column.notNull().defaultTo(0))
  await table.addPrimaryKeyConstraint('mirror_sums_pk', ['kind', 'key']).execute()
  for (const name of ['syncs', 'synced_at', 'logs_above'] as const)
    await db.schema
      .alterTable('imports')
      .addColumn(name, integer, column => column.notNull().defaultTo(0))
      .execute()
  await db.schema.alterTable('imports').addColumn('logs_top', integer).execute()
  await db.schema
    .alterTable('import_runs')
    .addColumn('synced_at', integer, column => column.notNull().defaultTo(0))
    .execute()
}
