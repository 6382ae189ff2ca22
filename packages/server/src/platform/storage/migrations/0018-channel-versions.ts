import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** How often a channel's settings were changed, to detect concurrent edits; and saved lists of models for channels. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  await db.schema
    .alterTable('channels')
    .addColumn('version', integer, column => column.notNull().defaultTo(1))
    .execute()
  await db.schema
    .createTable('model_presets')
    .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigserial', column =>
      kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
    )
    .addColumn('name', 'text', column => column.notNull().unique())
    .addColumn('items', 'text', column => column.notNull())
    .execute()
}
