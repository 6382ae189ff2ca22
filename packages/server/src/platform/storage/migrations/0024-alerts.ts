import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** What is wrong at present, so that it is told once, by whichever node looks. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  await db.schema
    .createTable('alerts')
    .addColumn('key', 'text', column => column.primaryKey())
    .addColumn('rule', 'text', column => column.notNull())
    .addColumn('values', 'text', column => column.notNull())
    .addColumn('since', integer, column => column.notNull())
    .addColumn('told_at', integer, column => column.notNull().defaultTo(0))
    .execute()
}
