import { sql } from 'kysely'
import { type Db, databaseKindOf, inTransaction } from '../../storage/db.ts'
import { ADD_TO_SUMS, INTO_SUMS, KEY_COLUMNS, SUM_COLUMNS } from './columns.ts'
import { type Level, shortestOf } from './facets.ts'
import { type Key, levelsReached, lockFigureRollUp, noteLevel, rowOf } from './reached.ts'

/** In one transaction. */
const AT_ONCE = { sqlite: 500, postgres: 2_000 }

/** Adds some sums of units that are complete to the units of a level above them. False: there are none. */
export function addUnitsBelow(db: Db, level: Level, atOnce = AT_ONCE[databaseKindOf(db)]): Promise<boolean> {
  return inTransaction(db, async db => {
    const { facet, seconds, below } = level
    const figures = await lockFigureRollUp(db)
    const levels = await levelsReached(db)
    const reachedOf = (length: number) =>
      levels.find(one => one.facet === facet && one.seconds === length) ?? { until: 0, after: null }
    const { until, after } = reachedOf(seconds)
    const belowUntil = below === shortestOf(facet) ? figures.until : reachedOf(below).until
    const complete = belowUntil - (belowUntil % below)
    if (until >= complete) return false

    const units = db
      .selectFrom('figure_sums')
      .where('facet', '=', facet.id)
      .where('seconds', '=', below)
      .where('since', '<', complete)
    const next = await units.select('since').where('since', '>=', until).orderBy('since').limit(1).executeTakeFirst()
    if (!next) {
      await noteLevel(db, level, { until: complete, after: null })
      return false
    }
    const { since } = next
    const begun = since === until ? after : null
    const sums = sql`from figure_sums where facet = ${sql.lit(facet.id)} and seconds = ${sql.lit(below)} and since = ${sql.lit(since)}
      ${begun ? sql`and (${KEY_COLUMNS}) > (${rowOf(begun)})` : sql``}`
    const { rows } = await sql<Key>`select ${KEY_COLUMNS} ${sums} order by ${KEY_COLUMNS}
      limit 1 offset ${sql.lit(atOnce - 1)}`.execute(db)
    const last = rows[0]
    await sql`${INTO_SUMS} select facet, ${sql.lit(seconds)}, ${sql.lit(since - (since % seconds))}, ${KEY_COLUMNS}, ${SUM_COLUMNS}
      ${sums} ${last ? sql`and (${KEY_COLUMNS}) <= (${rowOf(last)})` : sql``} ${ADD_TO_SUMS}`.execute(db)
    await noteLevel(db, level, last ? { until: since, after: last } : { until: since + below, after: null })
    return true
  })
}
