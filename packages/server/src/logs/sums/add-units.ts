import { type ExpressionBuilder, sql } from 'kysely'
import { type Db, inTransaction } from '../../storage/db.ts'
import type { Tables } from '../../storage/schema.ts'
import { ADD_TO_SUMS } from './add-rows.ts'
import { BY_TOKEN_NAME, EVERYBODY, levelsOf, lockRollUp } from './store.ts'
import { endOf, hourFrom, LEVELS, levelBelow, type Unit, unitAt } from './units.ts'

/** In one transaction, and the rest of a user's. */
const SUMS_AT_ONCE = 1_000

/** Adds some sums of a unit that has ended to the unit of a level (above the hour) that it lies in. False: there are none. */
export function addUnitsBelow(db: Db, hours: number, atOnce = SUMS_AT_ONCE): Promise<boolean> {
  return inTransaction(db, async db => {
    await lockRollUp(db)
    const levels = await levelsOf(db)
    const level = levels.find(level => level.hours === hours)
    const below = levelBelow(hours)
    if (!level) return false
    const next = await firstUnit(db, below, level.until)
    const complete = below === 1 ? await newestHour(db) : (levels.find(level => level.hours === below)?.until ?? 0)
    if (!next || endOf(next) > complete) return false

    const after = next.since === level.until ? level.user_id : null
    const upTo = await userAfter(db, next, { after, atOnce })
    const sums = sql`from log_sums where hours = ${next.hours} and since = ${next.since}
      and ${after === null ? sql`true` : sql`user_id > ${after}`} and ${upTo === null ? sql`true` : sql`user_id <= ${upTo}`}`
    const into = sql`insert into log_sums
      (hours, since, user_id, type, model_name, channel_id, "group", cause, token_id, token_name, "rows", quota)
      select ${sql.lit(hours)}, ${sql.lit(unitAt(next.since, hours).since)}`
    const names = sql`type, model_name, channel_id, "group", cause`
    await sql`${into}, user_id, ${names}, token_id, token_name, "rows", quota ${sums} ${ADD_TO_SUMS}`.execute(db)
    if (below === 1)
      await sql`${into}, ${sql.lit(BY_TOKEN_NAME)}, ${names}, 0, token_name, sum("rows"), sum(quota) ${sums}
        and user_id > ${sql.lit(EVERYBODY)} and token_name <> '' group by ${names}, token_name ${ADD_TO_SUMS}`.execute(
        db,
      )
    await db
      .updateTable('log_sum_levels')
      .set(upTo === null ? { until: endOf(next), user_id: null } : { until: next.since, user_id: upTo })
      .where('hours', '=', hours)
      .execute()
    return true
  })
}

/** Deletes some sums of units whose rows are gone. False: there are none. */
export function removeGone(db: Db, atOnce = SUMS_AT_ONCE): Promise<boolean> {
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

/** The start of the newest hour: those before it have ended. */
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

/** The user with whom a piece of a unit ends; null: nothing comes after it. */
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
