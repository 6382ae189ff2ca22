import { LOG_TYPE } from '@tollgate/contract'
import { type RawBuilder, sql } from 'kysely'
import { type Db, databaseKindOf, inTransaction } from '../../../platform/storage/db.ts'
import { LONGEST_CAUSE, NO_CAUSE } from '../causes.ts'
import { ALL_ROWS, BY_TOKEN_NAME, EVERYBODY, levelsOf, lockRollUp } from './store.ts'
import { HOUR_SECONDS, hourFrom, LATEST, levelBelow } from './units.ts'

/** Rows per transaction: on SQLite, commits of calls wait for it, about 5 ms for this many. */
const ROWS_AT_ONCE = { sqlite: 100, postgres: 20_000 }
/** Longer texts together exceed PostgreSQL's key size: their rows are counted each time. */
const LONGEST_NAMES = 150

/** Matches rows that the sums exclude, as their index does. */
export const isOutside = sql<boolean>`(length(logs.model_name) + length(logs.token_name) + length(logs."group") > ${sql.lit(LONGEST_NAMES)} or logs.user_id < 0)`

/** Adds the next rows of the log, up to an id, to the sums. Returns how many ids; 0: there are none. */
export function addRows(db: Db, upTo: number, atOnce = ROWS_AT_ONCE[databaseKindOf(db)]): Promise<number> {
  return inTransaction(db, async db => {
    const { row_id: after, gone_before } = await lockRollUp(db)
    if (after >= upTo) return 0
    const next = await db
      .selectFrom('logs')
      .select('id')
      .where('id', '>', after)
      .where('id', '<=', upTo)
      .orderBy('id')
      .limit(1)
      .offset(atOnce - 1)
      .executeTakeFirst()
    const last = next?.id ?? upTo
    // Older rows are counted individually.
    const rows = rowsToAdd({ after, last, from: hourFrom(gone_before) })
    await addUnits(db, 1, rows, sql`true`)
    const oldest = await sql<{ time: number | null }>`select min(created_at) as time ${rows}`.execute(db)
    const time = oldest.rows[0]?.time ?? LATEST
    for (const { hours, until, user_id } of await levelsOf(db)) {
      const size = levelBelow(hours) * HOUR_SECONDS
      if (time >= until + size) continue
      // Late rows follow the sums of their units to higher levels.
      const unit = sql`created_at - created_at % ${sql.lit(size)}`
      await addUnits(db, hours, rows, sql`(${unit} < ${until} or (${unit} = ${until} and source <= ${user_id}))`)
    }
    await sql`insert into log_token_users (token_id, token_name, user_id) select distinct token_id, token_name, user_id ${rows}
      on conflict do nothing`.execute(db)
    await db.updateTable('log_roll_up').set({ row_id: last }).execute()
    return last - after
  })
}

/** The rows by id. The plus keeps SQLite from reading all rows in an index by time. */
export const rowsToAdd = ({ after, last, from }: { after: number; last: number; from: number }) =>
  sql`from logs where logs.id > ${after} and logs.id <= ${last} and not ${isOutside}
    and +created_at >= ${from} and +created_at < ${sql.lit(LATEST)}`

/**
 * Adds each row for everybody (detailed and total), for its user, and above the hour for all tokens with its name.
 * `source`: the sums below, through which the row would otherwise arrive.
 */
async function addUnits(db: Db, hours: number, rows: RawBuilder<unknown>, which: RawBuilder<unknown>): Promise<void> {
  const source = levelBelow(hours) === 1 ? sql`user_id` : sql.lit(BY_TOKEN_NAME)
  const byTokenName = sql`select ${sql.lit(BY_TOKEN_NAME)}, ${source}, 0, token_name, ${READ} ${rows} and token_name <> ''`
  await sql`insert into log_sums
    (hours, since, user_id, type, model_name, channel_id, "group", cause, token_id, token_name, "rows", quota)
    select ${sql.lit(hours)}, created_at - created_at % ${sql.lit(hours * HOUR_SECONDS)}, whose, type, model_name, channel_id, "group",
      ${causeOfRow}, token, name, count(*), sum(quota)
    from (
      select ${sql.lit(EVERYBODY)} as whose, ${sql.lit(EVERYBODY)} as source, 0 as token, '' as name, ${READ} ${rows}
      union all select ${sql.lit(ALL_ROWS)}, ${sql.lit(ALL_ROWS)}, 0, '', created_at, 0, '', 0, '', '', quota ${rows}
      union all select user_id, user_id, token_id, token_name, ${READ} ${rows}
      ${hours === 1 ? sql`` : sql`union all ${byTokenName}`}
    ) parts
    where ${which} group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 order by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    ${ADD_TO_SUMS}`.execute(db)
}

const READ = sql`created_at, type, model_name, channel_id, "group", error_code, quota`

export const ADD_TO_SUMS = sql`on conflict (hours, since, user_id, type, model_name, channel_id, "group", cause, token_id, token_name)
  do update set "rows" = log_sums."rows" + excluded."rows", quota = log_sums.quota + excluded.quota`

const { error, consume } = LOG_TYPE
const causeOfRow = sql`case
  when type = ${sql.lit(error)} and error_code = '' then ${sql.lit(NO_CAUSE)}
  when type in (${sql.lit(error)}, ${sql.lit(consume)}) then substr(error_code, 1, ${sql.lit(LONGEST_CAUSE)})
  else '' end`
