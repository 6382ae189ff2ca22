import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** Current alerts, so that each is sent once, by whichever node notices. */
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
