import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** When a user last got a notice of a kind, so that no node and no restart repeats it too soon. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  await db.schema
    .createTable('notices')
    .addColumn('user_id', integer, column => column.notNull())
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('sent_at', integer, column => column.notNull())
    .addPrimaryKeyConstraint('notices_key', ['user_id', 'kind'])
    .execute()
}
