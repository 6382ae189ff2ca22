import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** Files and batches stored at upstreams, with their owners and channels. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  const table = (name: string) =>
    kind === 'sqlite'
      ? db.schema.createTable(name).addColumn('seq', 'integer', column => column.primaryKey().autoIncrement())
      : db.schema.createTable(name).addColumn('seq', 'bigserial', column => column.primaryKey())

  await table('relay_files')
    .addColumn('id', 'text', column => column.notNull().unique())
    .addColumn('user_id', integer, column => column.notNull())
    .addColumn('channel_id', integer, column => column.notNull())
    .addColumn('upstream_id', 'text', column => column.notNull())
    .addColumn('purpose', 'text', column => column.notNull())
    .addColumn('body', 'text', column => column.notNull())
    .addColumn('model', 'text', column => column.notNull().defaultTo(''))
    .addColumn('endpoint', 'text', column => column.notNull().defaultTo(''))
    .addColumn('size', 'text', column => column.notNull().defaultTo(''))
    .addColumn('created_at', integer, column => column.notNull())
    .addColumn('deleted_at', integer)
    .execute()
  await db.schema.createIndex('relay_files_user').on('relay_files').columns(['user_id', 'seq']).execute()

  await table('relay_batches')
    .addColumn('id', 'text', column => column.notNull().unique())
    .addColumn('protocol', 'text', column => column.notNull())
    .addColumn('state', 'text', column => column.notNull())
    .addColumn('user_id', integer, column => column.notNull())
    .addColumn('token_id', integer, column => column.notNull())
    .addColumn('channel_id', integer, column => column.notNull())
    .addColumn('upstream_id', 'text', column => column.notNull().defaultTo(''))
    .addColumn('body', 'text', column => column.notNull().defaultTo(''))
    .addColumn('endpoint', 'text', column => column.notNull().defaultTo(''))
    .addColumn('input_file', 'text', column => column.notNull().defaultTo(''))
    .addColumn('output_file', 'text', column => column.notNull().defaultTo(''))
    .addColumn('error_file', 'text', column => column.notNull().defaultTo(''))
    .addColumn('requests', integer, column => column.notNull())
    .addColumn('terms', 'text', column => column.notNull())
    .addColumn('held', integer, column => column.notNull())
    .addColumn('held_of_token', integer, column => column.notNull())
    .addColumn('created_at', integer, column => column.notNull())
    .addColumn('poll_at', integer, column => column.notNull())
    .addColumn('deleted_at', integer)
    .execute()
  await db.schema
    .createIndex('relay_batches_user')
    .on('relay_batches')
    .columns(['user_id', 'protocol', 'seq'])
    .execute()
  await db.schema.createIndex('relay_batches_due').on('relay_batches').columns(['state', 'poll_at']).execute()
}
