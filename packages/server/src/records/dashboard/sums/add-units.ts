import { sql } from 'kysely'
import { type Db, databaseKindOf, inTransaction } from '../../../platform/storage/db.ts'
import { ADD_TO_SUMS, INTO_SUMS, KEY_COLUMNS, SUMMED_COLUMNS } from './columns.ts'
import { type Level, shortestOf } from './facets.ts'
import { type Key, levelsReached, lockFigureRollUp, noteLevel, rowOf } from './reached.ts'

/** Rows per transaction. */
const AT_ONCE = { sqlite: 500, postgres: 20_000 }

/** Adds some sums of complete units to the level above. Returns false if there are none. */
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

    const sums = sql`from figure_sums where facet = ${sql.lit(facet.id)} and seconds = ${sql.lit(below)} and ${after ? sql`(since, ${KEY_COLUMNS}) > (${sql.lit(until)}, ${rowOf(after)})` : sql`since >= ${sql.lit(until)}`}`
    const all = sql`since < ${sql.lit(complete)}`
    const { rows } = await sql<Key & { since: number }>`select since, ${KEY_COLUMNS} ${sums} and ${all}
      order by since, ${KEY_COLUMNS} limit 1 offset ${sql.lit(atOnce - 1)}`.execute(db)
    const last = rows[0]
    const unit = sql`since - since % ${sql.lit(seconds)}`
    // With both bounds SQLite would read on to the other.
    const piece = last ? sql`(since, ${KEY_COLUMNS}) <= (${sql.lit(last.since)}, ${rowOf(last)})` : all
    // In key order, so that index pages are filled one after another.
    await sql`${INTO_SUMS} select ${sql.lit(facet.id)}, ${sql.lit(seconds)}, ${unit}, ${KEY_COLUMNS}, ${SUMMED_COLUMNS} ${sums} and ${piece}
      group by ${unit}, ${KEY_COLUMNS} order by ${unit}, ${KEY_COLUMNS} ${ADD_TO_SUMS}`.execute(db)
    await noteLevel(db, level, last ? { until: last.since, after: last } : { until: complete, after: null })
    return true
  })
}
