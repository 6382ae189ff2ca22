import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/**
 * Figures by token, channel and cause too, in quarters of an hour, so that a day in any time zone is a sum of them.
 * Frequently searched parts of log rows become columns. A log clean-up is a row that a job works on.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  for (const [name, type, fallback] of [
    ['error_code', 'text', ''],
    ['duration_ms', integer, 0],
    ['first_token_ms', integer, -1],
    ['cache_tokens', integer, 0],
  ] as const)
    await db.schema
      .alterTable('logs')
      .addColumn(name, type, column => column.notNull().defaultTo(fallback))
      .execute()

  const created = db.schema
    .createTable('usage_figures')
    .addColumn('created_at', integer, column => column.notNull())
    .addColumn('model_name', 'text', column => column.notNull())
    .addColumn('channel_id', integer, column => column.notNull())
    .addColumn('cause', 'text', column => column.notNull())
    .addColumn('user_id', integer, column => column.notNull())
    .addColumn('token_id', integer, column => column.notNull())
    .addColumn('username', 'text', column => column.notNull().defaultTo(''))
  const summed = SUMS.reduce(
    (table, name) => table.addColumn(name, integer, column => column.notNull().defaultTo(0)),
    created as CreateTableBuilder<'usage_figures', string>,
  )
  // The dashboard's grouping order, in which SQLite stores the rows.
  const keyed = summed.addPrimaryKeyConstraint('usage_figures_key', [
    'created_at',
    'model_name',
    'channel_id',
    'cause',
    'user_id',
    'token_id',
  ])
  await (kind === 'sqlite' ? keyed.modifyEnd(sql`without rowid`) : keyed).execute()
  await sql`insert into usage_figures
    (created_at, model_name, channel_id, cause, user_id, token_id, username, count, quota, token_used)
    select created_at, model_name, 0, '', user_id, 0, username, count, quota, token_used from quota_data`.execute(db)
  await db.schema.dropTable('quota_data').execute()
  await db.schema.alterTable('usage_figures').renameTo('quota_data').execute()
  await db.schema.createIndex('quota_data_by_user').on('quota_data').columns(['user_id', 'created_at']).execute()

  await db.schema
    .createTable('log_clean_ups')
    .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigserial', column =>
      kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
    )
    .addColumn('before', integer, column => column.notNull())
    .addColumn('total', integer, column => column.notNull())
    .addColumn('deleted', integer, column => column.notNull().defaultTo(0))
    .addColumn('asked_at', integer, column => column.notNull())
    .addColumn('finished_at', integer, column => column.notNull().defaultTo(0))
    .execute()
}

const SUMS = ['count', 'failed', 'quota', 'token_used', 'prompt_tokens', 'cache_tokens']
