import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** The last message of each alert rule, so that the console shows what was sent and when. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  await db.schema
    .createTable('alert_messages')
    .addColumn('rule', 'text', column => column.primaryKey())
    .addColumn('state', 'text', column => column.notNull())
    .addColumn('values', 'text', column => column.notNull())
    .addColumn('told_at', integer, column => column.notNull())
    .execute()
}
