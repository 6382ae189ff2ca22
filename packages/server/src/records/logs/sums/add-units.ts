import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { type Db, databaseKindOf, inTransaction } from '../../../platform/storage/db.ts'
import type { Tables } from '../../../platform/storage/schema.ts'
import { ADD_TO_SUMS } from './add-rows.ts'
import { BY_TOKEN_NAME, EVERYBODY, levelsOf, lockRollUp } from './store.ts'
import { endOf, HOUR_SECONDS, hourFrom, LEVELS, levelBelow, type Unit, unitAt } from './units.ts'

/** Sums per transaction, plus the rest of a user's sums. */
const SUMS_AT_ONCE = { sqlite: 1_000, postgres: 20_000 }

/** Adds some sums of ended units to their unit on a level above the hour. Returns false if there are none. */
export function addUnitsBelow(db: Db, hours: number, atOnce = SUMS_AT_ONCE[databaseKindOf(db)]): Promise<boolean> {
  return inTransaction(db, async db => {
    await lockRollUp(db)
    const levels = await levelsOf(db)
    const level = levels.find(level => level.hours === hours)
    const below = levelBelow(hours)
    if (!level) return false
    const belowUntil = below === 1 ? await newestHour(db) : (levels.find(level => level.hours === below)?.until ?? 0)
    const complete = unitAt(belowUntil, below).since
    if (level.until >= complete) return false

    const from =
      level.user_id === null
        ? sql`since >= ${level.until}`
        : sql`(since, user_id) > (${sql.lit(level.until)}, ${sql.lit(level.user_id)})`
    const begun = sql`from log_sums where hours = ${sql.lit(below)} and ${from}`
    const all = sql`since < ${sql.lit(complete)}`
    const { rows } = await sql<{ since: number; user_id: number }>`select since, user_id ${begun} and ${all}
      order by since, user_id limit 1 offset ${sql.lit(atOnce)}`.execute(db)
    const last = rows[0]
    // With both bounds SQLite would read on to the other.
    const piece = last ? sql`(since, user_id) <= (${sql.lit(last.since)}, ${sql.lit(last.user_id)})` : all
    const sums = sql`${begun} and ${piece}`
    await addSums(db, hours, sql`user_id`, sql`token_id`, sums)
    if (below === 1) {
      const named = sql`${sums} and user_id > ${sql.lit(EVERYBODY)} and token_name <> ''`
      await addSums(db, hours, sql.lit(BY_TOKEN_NAME), sql`0`, named)
    }
    await db
      .updateTable('log_sum_levels')
      .set(last ? { until: last.since, user_id: last.user_id } : { until: complete, user_id: null })
      .where('hours', '=', hours)
      .execute()
    return true
  })
}

/** In key order, so that index pages are filled one after another. */
async function addSums(
  db: Db,
  hours: number,
  user: RawBuilder<unknown>,
  token: RawBuilder<unknown>,
  sums: RawBuilder<unknown>,
) {
  await sql`insert into log_sums
    (hours, since, user_id, type, model_name, channel_id, "group", cause, token_id, token_name, "rows", quota)
    select ${sql.lit(hours)}, since - since % ${sql.lit(hours * HOUR_SECONDS)}, ${user}, type, model_name, channel_id, "group", cause,
      ${token}, token_name, sum("rows"), sum(quota) ${sums}
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 order by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 ${ADD_TO_SUMS}`.execute(db)
}

/** Deletes some sums of units whose rows are gone. Returns false if there are none. */
export function removeGone(db: Db, atOnce = SUMS_AT_ONCE[databaseKindOf(db)]): Promise<boolean> {
  return inTransaction(db, async db => {
    const { gone_before } = await lockRollUp(db)
    for (const hours of LEVELS) {
      const oldest = await firstUnit(db, hours, 0)
      if (!oldest || endOf(oldest) > hourFrom(gone_before)) continue
      const upTo = await userAfter(db, oldest, { after: null, atOnce })
      await db
        .deleteFrom('log_sums')
        .where(inUnit(oldest))
        .$if(upTo !== null, query => query.where('user_id', '<=', upTo))
        .execute()
      return true
    }
    return false
  })
}

const inUnit =
  ({ hours, since }: Unit) =>
  (sums: ExpressionBuilder<Tables, 'log_sums'>) =>
    sums.and([sums('hours', '=', hours), sums('since', '=', since)])

async function firstUnit(db: Db, hours: number, from: number): Promise<Unit | undefined> {
  return db
    .selectFrom('log_sums')
    .select(['hours', 'since'])
    .where('hours', '=', hours)
    .where('since', '>=', from)
    .orderBy('since')
    .limit(1)
    .executeTakeFirst()
}

/** The start of the newest hour; earlier hours have ended. */
async function newestHour(db: Db): Promise<number> {
  const newest = await db
    .selectFrom('log_sums')
    .select('since')
    .where('hours', '=', 1)
    .orderBy('since', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.since ?? 0
}

/** The last user of a piece of a unit; null: nothing comes after it. */
async function userAfter(
  db: Db,
  unit: Unit,
  { after, atOnce }: { after: number | null; atOnce: number },
): Promise<number | null> {
  const last = await db
    .selectFrom('log_sums')
    .select('user_id')
    .where(inUnit(unit))
    .$if(after !== null, query => query.where('user_id', '>', after))
    .orderBy('user_id')
    .limit(1)
    .offset(atOnce)
    .executeTakeFirst()
  return last?.user_id ?? null
}
