import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/**
 * The last transaction of every writer, so that a commit whose confirmation was lost is neither repeated nor dropped.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .createTable('commit_marks')
    .addColumn('writer', 'text', column => column.primaryKey())
    .addColumn('mark', kind === 'sqlite' ? 'integer' : 'bigint', column => column.notNull())
    .execute()
}
