import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/**
 * Sums of log rows by units of time, added up behind the writer. One row holds how far that has come, and one row for
 * each level of units above the hour.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  // Compared byte by byte, so that both databases sort them alike.
  const text = kind === 'sqlite' ? sql`text` : sql`text collate "C"`

  const sums = db.schema
    .createTable('log_sums')
    .addColumn('hours', integer, column => column.notNull())
    .addColumn('since', integer, column => column.notNull())
    .addColumn('user_id', integer, column => column.notNull())
    .addColumn('type', integer, column => column.notNull())
    .addColumn('model_name', text, column => column.notNull())
    .addColumn('channel_id', integer, column => column.notNull())
    .addColumn('group', text, column => column.notNull())
    .addColumn('cause', text, column => column.notNull())
    .addColumn('token_id', integer, column => column.notNull())
    .addColumn('token_name', text, column => column.notNull())
    .addColumn('rows', integer, column => column.notNull())
    .addColumn('quota', integer, column => column.notNull())
    // Time first: new rows are close together, and old ones are deleted as one range.
    .addPrimaryKeyConstraint('log_sums_key', [
      'hours',
      'since',
      'user_id',
      'type',
      'model_name',
      'channel_id',
      'group',
      'cause',
      'token_id',
      'token_name',
    ])
  await (kind === 'sqlite' ? sums.modifyEnd(sql`without rowid`) : sums).execute()

  await db.schema
    .createTable('log_roll_up')
    .addColumn('id', integer, column => column.primaryKey())
    .addColumn('row_id', integer, column => column.notNull())
    .addColumn('gone_before', integer, column => column.notNull())
    .execute()
  await sql`insert into log_roll_up (id, row_id, gone_before) values (1, 0, 0)`.execute(db)

  await db.schema
    .createTable('log_sum_levels')
    .addColumn('hours', integer, column => column.primaryKey())
    .addColumn('until', integer, column => column.notNull())
    .addColumn('user_id', integer)
    .execute()
  await sql`insert into log_sum_levels (hours, until) values (8, 0), (64, 0), (512, 0), (4096, 0)`.execute(db)

  await db.schema
    .createTable('log_token_users')
    .addColumn('token_id', integer, column => column.notNull())
    .addColumn('token_name', text, column => column.notNull())
    .addColumn('user_id', integer, column => column.notNull())
    .addPrimaryKeyConstraint('log_token_users_key', ['token_id', 'token_name', 'user_id'])
    .execute()
  await db.schema
    .createIndex('log_token_users_by_name')
    .on('log_token_users')
    .columns(['token_name', 'user_id'])
    .execute()

  // Rows that do not fit into a key are not in the sums; this index finds them.
  await sql`create index logs_without_sums on logs (created_at)
    where (length(model_name) + length(token_name) + length("group") > 150 or user_id < 0)`.execute(db)
}
