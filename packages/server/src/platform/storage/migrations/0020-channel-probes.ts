import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** Which node probes a rested channel or model: one call on one node at a time. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  await db.schema
    .createTable('channel_probes')
    .addColumn('channel_id', integer, column => column.notNull())
    .addColumn('model', 'text', column => column.notNull())
    .addColumn('holder', 'text', column => column.notNull())
    .addColumn('until', integer, column => column.notNull())
    .addPrimaryKeyConstraint('channel_probes_key', ['channel_id', 'model'])
    .execute()
}
