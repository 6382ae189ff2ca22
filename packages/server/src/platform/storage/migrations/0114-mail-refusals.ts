import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** Users to whom messages are not mailed. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  await db.schema
    .createTable('mail_refusals')
    .addColumn('user_id', integer, column => column.primaryKey())
    .addColumn('refused_at', integer, column => column.notNull())
    .execute()
}
