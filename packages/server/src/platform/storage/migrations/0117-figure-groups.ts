import { type CreateTableBuilder, type Kysely, type RawBuilder, sql } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { createFigureSums } from './0035-figure-sums.ts'

/**
 * Figures by the group that calls were charged in. Old ones get the group that all calls of their token had in that hour
 * according to the log's sums; if it had none or several, it stays unknown. Sums are rebuilt.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { group, figures } = KNOWN[kind]
  await createFigures(db, kind)
  await sql`insert into new_figures (${names([...KEY, 'username', ...SUMS])})
    select created_at, ${OTHERS}, ${group}, username, ${names(SUMS)}
    ${figures} where created_at % 900 = 0`.execute(db)
  // The sums of late figures are gone too, so that they are added with all others of their time.
  await sql`insert into new_figures (${names([...KEY, 'username', ...SUMS])})
    select created_at - created_at % 900, ${OTHERS}, ${group}, max(username), ${SUMMED}
    ${figures} where created_at % 900 <> 0 group by 1, ${OTHERS}, 7
    on conflict (${names(KEY)}) do update set ${ADDED}`.execute(db)
  await db.schema.dropTable('quota_data').execute()
  await db.schema.alterTable('new_figures').renameTo('quota_data').execute()
  await createIndexes(db, kind)

  await db.schema.dropTable('figure_sums').execute()
  await createFigureSums(db, kind, ['user_id', 'model_name', 'channel_id', 'token_id', 'cause', 'group'])
  if (kind === 'postgres') {
    await sql`create index figure_sums_by_model on figure_sums (seconds, since, model_name) where facet = 4`.execute(db)
    await sql`create index figure_sums_by_channel on figure_sums (seconds, since, channel_id) where facet = 5`.execute(
      db,
    )
  }
  for (const table of ['figure_roll_up', 'figure_sum_levels'])
    await db.schema.alterTable(table).addColumn('group', 'text').execute()
  await sql`delete from figure_sum_levels`.execute(db)
  await sql`update figure_roll_up
    set until = 0, model_name = null, channel_id = null, user_id = null, token_id = null, cause = null`.execute(db)
}

const KEY = ['created_at', 'model_name', 'channel_id', 'cause', 'user_id', 'token_id', 'group']
const TEXTS: ReadonlySet<string> = new Set(['model_name', 'cause', 'group'])
const SUMS = ['count', 'failed', 'quota', 'token_used', 'prompt_tokens', 'cache_tokens', 'cache_saved']

const names = (list: readonly string[]) => sql.join(list.map(name => sql.ref(name)))
const OTHERS = names(['model_name', 'channel_id', 'cause', 'quota_data.user_id', 'quota_data.token_id'])
const SUMMED = sql.join(SUMS.map(name => sql`sum(${sql.ref(name)})`))
const ADDED = sql.join(
  SUMS.map(name => {
    const [before, added] = ['new_figures', 'excluded'].map(table => sql.ref(`${table}.${name}`))
    return sql`${sql.ref(name)} = coalesce(${before}, 0) + coalesce(${added}, 0)`
  }),
)
/**
 * The group of calls that were charged, and of those that failed. PostgreSQL joins all at once; SQLite is six times as
 * fast with a lookup for each figure, in the order of both tables.
 */
const KNOWN: Record<DatabaseKind, { group: RawBuilder<unknown>; figures: RawBuilder<unknown> }> = {
  postgres: {
    group: sql`coalesce(known."group", '')`,
    figures: sql`from quota_data left join (
        select since, user_id, token_id, min("group") as "group" from log_sums
        where hours = 1 and user_id > 0 and type in (2, 5)
        group by since, user_id, token_id having min("group") = max("group")
      ) known on known.since = created_at - created_at % 3600
        and known.user_id = quota_data.user_id and known.token_id = quota_data.token_id`,
  },
  sqlite: {
    group: sql`coalesce((
        select case when min(log_sums."group") = max(log_sums."group") then min(log_sums."group") end from log_sums
        where hours = 1 and since = created_at - created_at % 3600 and user_id = quota_data.user_id and type in (2, 5)
          and user_id > 0 and token_id = quota_data.token_id
      ), '')`,
    figures: sql`from quota_data`,
  },
}

async function createFigures(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  let table = db.schema.createTable('new_figures') as CreateTableBuilder<'new_figures', string>
  for (const name of KEY)
    table = table.addColumn(name, TEXTS.has(name) ? 'text' : integer, column =>
      name === 'group' ? column.notNull().defaultTo('') : column.notNull(),
    )
  table = table.addColumn('username', 'text', column => column.notNull().defaultTo(''))
  for (const name of SUMS)
    table = table.addColumn(name, integer, column => (name === 'cache_saved' ? column : column.notNull().defaultTo(0)))
  const keyed = table.addPrimaryKeyConstraint('quota_data_key', KEY as never[])
  await (kind === 'sqlite' ? keyed.modifyEnd(sql`without rowid`) : keyed).execute()
}

/** As before; SQLite reads sums by user from the index alone. */
async function createIndexes(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const summed = kind === 'sqlite' ? SUMS : []
  await db.schema
    .createIndex('quota_data_by_user')
    .on('quota_data')
    .columns(['user_id', 'created_at', ...summed])
    .execute()
  await sql`create index quota_data_late on quota_data (created_at) where created_at % 900 = 1`.execute(db)
}
