import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** Several keys per channel with the state of each, and where an upstream's answers differ from the request. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  const addText = (table: string, column: string) =>
    db.schema
      .alterTable(table)
      .addColumn(column, 'text', added => added.notNull().defaultTo(''))
      .execute()
  await addText('channels', 'key_spread')
  // Objects kept by an upstream can only be fetched with the key that created them.
  for (const table of ['stored_responses', 'relay_files', 'relay_batches']) await addText(table, 'channel_key')
  await db.schema
    .createTable('channel_key_states')
    .addColumn('channel_id', integer, column => column.notNull())
    .addColumn('key', 'text', column => column.notNull())
    .addColumn('status', integer, column => column.notNull())
    .addColumn('reason', 'text', column => column.notNull().defaultTo(''))
    .addColumn('since', integer, column => column.notNull().defaultTo(sql`0`))
    .addColumn('rests_until', integer, column => column.notNull().defaultTo(sql`0`))
    .addColumn('renewed_at', integer, column => column.notNull().defaultTo(sql`0`))
    .addPrimaryKeyConstraint('channel_key_states_key', ['channel_id', 'key'])
    .execute()
  await db.schema
    .createTable('channel_flags')
    .addColumn('channel_id', integer, column => column.notNull())
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('model', 'text', column => column.notNull())
    .addColumn('found', 'text', column => column.notNull())
    .addColumn('since', integer, column => column.notNull())
    .addPrimaryKeyConstraint('channel_flags_key', ['channel_id', 'kind', 'model'])
    .execute()
}
