import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/**
 * Sums of the dashboard's figures by longer units of time, added up behind the writer. `figure_roll_up` is one row:
 * which quarters of an hour are closed (later figures get rows of their own), and the last figure added.
 * `figure_sum_levels` says the same of units made from shorter ones.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  const text = textOf(kind)
  await createFigureSums(db, kind, ['model_name', 'channel_id', 'user_id', 'token_id', 'cause'])

  // Without a key, the unit at `until` has not been started.
  const reached = (table: string) =>
    db.schema
      .createTable(table)
      .addColumn('until', integer, column => column.notNull())
      .addColumn('model_name', text)
      .addColumn('channel_id', integer)
      .addColumn('user_id', integer)
      .addColumn('token_id', integer)
      .addColumn('cause', text)
  await reached('figure_roll_up')
    .addColumn('id', integer, column => column.primaryKey())
    .addColumn('closed_until', integer, column => column.notNull())
    .execute()
  await sql`insert into figure_roll_up (id, until, closed_until) values (1, 0, 0)`.execute(db)
  await reached('figure_sum_levels')
    .addColumn('facet', 'integer', column => column.notNull())
    .addColumn('seconds', 'integer', column => column.notNull())
    .addPrimaryKeyConstraint('figure_sum_levels_key', ['facet', 'seconds'])
    .execute()

  await db.schema
    .createTable('figure_token_users')
    .addColumn('token_id', integer, column => column.notNull())
    .addColumn('user_id', integer, column => column.notNull())
    .addPrimaryKeyConstraint('figure_token_users_key', ['token_id', 'user_id'])
    .execute()

  await sql`create index quota_data_late on quota_data (created_at) where created_at % 900 = 1`.execute(db)
}

/** Compared byte by byte, so that both databases sort them alike. */
const textOf = (kind: DatabaseKind) => (kind === 'sqlite' ? sql`text` : sql`text collate "C"`)

/** @param key the order in which the sums of a unit are found */
export async function createFigureSums(db: Kysely<unknown>, kind: DatabaseKind, key: readonly string[]): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  let sums = db.schema.createTable('figure_sums')
  for (const name of ['facet', 'seconds']) sums = sums.addColumn(name, 'integer', column => column.notNull())
  sums = sums.addColumn('since', integer, column => column.notNull())
  for (const name of key)
    sums = sums.addColumn(name, name.endsWith('_id') ? integer : textOf(kind), column => column.notNull())
  for (const name of SUMS) sums = sums.addColumn(name, integer, column => column.notNull())
  const keyed = sums.addPrimaryKeyConstraint('figure_sums_key', ['facet', 'seconds', 'since', ...key] as never[])
  await (kind === 'sqlite' ? keyed.modifyEnd(sql`without rowid`) : keyed).execute()
}

const SUMS = [
  ...['count', 'failed', 'quota', 'token_used', 'prompt_tokens', 'cache_tokens', 'cache_saved', 'cache_uncounted'],
]
