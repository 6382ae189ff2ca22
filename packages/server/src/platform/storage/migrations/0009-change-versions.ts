import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** How often each kind of cached data was changed, so that nodes notice changes whose message was lost. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .createTable('change_versions')
    .addColumn('topic', 'text', column => column.primaryKey())
    .addColumn('version', kind === 'sqlite' ? 'integer' : 'bigint', column => column.notNull().defaultTo(0))
    .execute()
}
